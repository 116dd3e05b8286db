// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRootMark } from './rootMark.ts'

afterEach(cleanup)

function Marker({ isOn = true }: { readonly isOn?: boolean }) {
  useRootMark('hasDrawer', isOn)
  return null
}

test('[RTM1] the root element is marked while at least one component asks for it', () => {
  const isMarked = () => document.documentElement.hasAttribute('data-has-drawer')
  const { rerender } = render(<Marker key="one" />)
  expect(isMarked()).toBe(true)
  rerender([<Marker key="one" />, <Marker key="two" />])
  rerender([<Marker key="two" />])
  expect(isMarked()).toBe(true)
  rerender([<Marker key="two" isOn={false} />])
  expect(isMarked()).toBe(false)
})
