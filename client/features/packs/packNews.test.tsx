// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { PingAnnouncer, usePackNews } from './PackFeeds.tsx'
import { WaypointSection } from './PackPlaces.tsx'
import type { MapNavigation } from './useMapNavigation.ts'
import { usePack } from './usePack.ts'

const packId = '00000000-0000-4000-8000-000000000001' as never
function Page() {
  usePackNews('ann', usePack('ann'))
  return <Toasts />
}
const member = { name: 'M', joinedAt: 1, sharedSince: 1 }
const ledBy = (leader: string) =>
  given(pack, packId, { name: 'Hunters', leader, members: { ann: member, bram: member } })
const inPack = given(membership, 'ann', { pack: packId })
const outside = (how: 'left' | 'removed' | 'disbanded' | null) =>
  given(membership, 'ann', { pack: null, ended: how && { how, name: 'Hunters', at: 5 } })

test('[PJ30] on a phone a toast says that the user joined, leads, was removed, or that the pack was disbanded; not what was so before, or that they left', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { settle, change } = renderScreen(<Page />, { hello: signedIn('player'), documents: [outside('removed')] })
  await settle()
  expect(screen.queryByText(/Hunters/)).toBeNull()
  change(ledBy('bram'))
  change(inPack)
  await settle()
  expect(screen.getByText('You joined Hunters.')).toBeDefined()
  change(ledBy('ann'))
  await settle()
  expect(screen.getByText('You now lead Hunters.')).toBeDefined()
  change(outside('removed'))
  await settle()
  expect(screen.getByText('You were removed from Hunters.')).toBeDefined()
  change(inPack)
  await settle()
  change(outside('left'))
  await settle()
  expect(screen.queryByText('You left Hunters.')).toBeNull()
})

test('[PJ300] an undo of the waypoint that is refused says why in another toast', async () => {
  const navigation = { ownPlace: () => null } as Partial<MapNavigation> as MapNavigation
  const { sent } = renderScreen(
    <>
      <WaypointSection waypoint={{ x: 10, y: 20, setAt: 1 }} isLeader navigation={navigation} />
      <Toasts />
    </>,
    { hello: signedIn('player') },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(sent[1]).toMatchObject({ name: 'packs.setWaypoint', input: { place: { x: 10, y: 20 } } })
  await sent[1]?.answer(refusal('notLeader', 'Only the leader can do that.'))
  expect(screen.getByRole('status').textContent).toBe('Only the leader can do that.')
})

test('[PJ301] the latest ping of another member is announced with its kind and its place, and none from before the page', () => {
  const ping = (by: string, at: number) => ({ x: 1_000, y: 1_000, kind: 'danger', by, name: by, at }) as const
  function Announcing() {
    const own = usePack('ann')
    return own.name === 'here' ? <PingAnnouncer me="ann" pings={own.life.pings} /> : null
  }
  const life = (pings: Record<string, ReturnType<typeof ping>>) => given(packLife, packId, { pings })
  const old = ping('Bram', screenNow - 1_000)
  const { change } = renderScreen(<Announcing />, {
    hello: signedIn('player'),
    documents: [inPack, ledBy('ann'), life({ old })],
  })
  const said = () => screen.getByRole('status').textContent
  expect(said()).toBe('')
  change(life({ old, mine: ping('ann', screenNow + 1) }))
  expect(said()).toBe('')
  change(life({ old, mine: ping('ann', screenNow + 1), next: ping('Cleo', screenNow + 2) }))
  expect(said()).toMatch(/^Danger: Cleo pinged [A-H][1-8]/)
})
