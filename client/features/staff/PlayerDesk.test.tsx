// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { pastBans } from '../../../shared/features/deliveries/queries.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { server } from '../../../shared/features/server/server.ts'
import { answering, given, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { AdminControlsScreen } from './AdminControlsScreen.tsx'

beforeEach(() => sessionStorage.clear())

const rex = { id: '76561198000000002', name: 'Rex', animal: null }
const link = { name: 'up', since: screenNow } as const
const button = (name: string) => screen.getByRole('button', { name })

test.each([
  ['Ban', 'banPlayers'],
  ['Kick', 'kickPlayers'],
] as const)(
  '[SQ2413] %s: a question closes with the permission, and does not open by itself when that comes back',
  async (action, permission) => {
    const { sayHello } = renderScreen(<AdminControlsScreen />, {
      hello: signedIn('admin'),
      documents: [
        given(roster, mainServer, { players: { [rex.id]: rex }, readAt: screenNow }),
        given(server, mainServer, { link, readAt: screenNow }),
      ],
      queries: [answering(pastBans, () => ({ bans: [] }))],
    })
    const field = screen.getByRole('combobox', { name: 'Target player' })
    fireEvent.click(field)
    fireEvent.input(field, { target: { value: 're' } })
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(field, { key })
    fireEvent.click(button(action))
    const question = () => screen.queryByRole('dialog', { name: `${action} Rex?` })
    expect(question()).not.toBeNull()
    const admin = signedIn('admin')
    sayHello({ ...admin, may: admin.may.filter((one) => one !== permission) })
    expect(question()).toBeNull()
    sayHello(admin)
    expect(button(action)).toBeDefined()
    expect(question()).toBeNull()
  },
)
