// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Pack } from '../../../shared/features/packs/pack.ts'
import { PackLife } from '../../../shared/features/packs/packLife.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { useMapMenu } from './MapMenu.tsx'

const place = { x: 2_000, y: 2_000 }

/** The map of a leader, of which this test uses the menu alone. */
function LeadersMap({ sendPing }: { readonly sendPing: () => void }) {
  const { onContext, menu } = useMapMenu({
    me: 'leader',
    packState: { name: 'here', id: 'p' as never, pack: Pack.parse({ leader: 'leader' }), life: PackLife.parse({}) },
    tools: { sendPing } as never,
    pingInterval: 5_000,
    animalItems: () => [{ key: 'follow', name: 'Follow Rex', onChoose: () => {} }],
  })
  return (
    <>
      <button type="button" onClick={() => onContext({ place, at: { x: 10, y: 10 }, animal: 'rex' })}>
        Open
      </button>
      {menu}
    </>
  )
}

test('[MX12] the menu of the map has entries for an animal, pings, the waypoint and tools, each of which React can tell apart', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  const sendPing = vi.fn()
  renderScreen(<LeadersMap sendPing={sendPing} />)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Follow Rex',
    'Ping: look here',
    'Ping: danger',
    'Ping: food',
    'Ping: water',
    'Ping: gather',
    'Set the waypoint here',
    'Measure from here',
    'Show danger zones here',
    expect.stringMatching(/^Copy position/),
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Ping: danger' }))
  expect(sendPing).toHaveBeenCalledWith(place, 'danger')
  expect(errors).not.toHaveBeenCalled()
})
