import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { addCurrency } from '../../shared/features/ledger/commands.ts'
import type { LedgerLine } from '../../shared/features/ledger/queries.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { openLedger, ownersSteamId } from '../features/ledger/testing/openLedger.ts'
import { guest, inSession, person } from '../testing/principals.ts'
import { ledgerCsv, ledgerRoutes } from './ledgerRoutes.ts'
import { requirePermissions } from './openApi.ts'

/** The route on a hub in which olga, the owner, gave to bob and to herself. */
async function open(who = 'bob', isOn = true) {
  const world = await openLedger()
  await world.link('olga', ownersSteamId, 'Olga')
  await world.link('bob', null, 'Bob')
  const give = async (target: string, amount: number, reason: string) => {
    world.clock.pass(60_000)
    await world.ask('olga', 'owner', addCurrency, { target, amount, reason })
  }
  await give('bob', 500, '=HYPERLINK("http://evil")')
  await give('olga', 9, 'For me')
  await give('bob', 30, 'Won, the race')
  const app = fastify()
  onTestFinished(() => app.close())
  const principal = who === '' ? guest : inSession(person(who, who === 'olga' ? 'owner' : 'player'))
  requirePermissions(app, () => principal)
  ledgerRoutes(app, {
    hub: world.hub,
    principalOf: () => principal,
    features: HubFeatures.parse({ realCurrency: isOn }),
  })
  return (query = '') => app.inject(`/api/ledger.csv${query}`)
}

test('[LX7] the file has the own operations alone, and no cell is a formula', async () => {
  const get = await open()
  const { statusCode, headers, body } = await get()
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['content-disposition']).toBe('attachment; filename="waterhole-ledger.csv"')
  const [head, latest, first, end] = body.split('\r\n')
  expect(head).toBe('\u{FEFF}time,what,kind,currency,amount,setAside,balance,by,reason,about,operation,undoes')
  expect(latest).toContain(',Given by staff,Given by staff,Void Pearls,30,0,530,staff,"Won, the race",')
  expect(first).toContain(`,500,0,500,staff,"'=HYPERLINK(""http://evil"")",`)
  expect(end).toBe('')
  expect(body).not.toMatch(/olga|Olga|For me/)
})

test('[LX400] amounts add up to the balance: what is spent of a hold left it when it was set aside', () => {
  const none = { changes: [], byName: '', otherName: '', reason: '', item: '', subject: null, reverses: null }
  const line: LedgerLine = { ...none, key: '1', at: 1, operation: 'o1', cause: 'redemption', by: 'you' }
  const columns = ledgerCsv.head.trim().replace('\u{FEFF}', '').split(',')
  const of = (balance: number, held: number) => {
    const cells = ledgerCsv.row({ line, change: { currency: 'voidPearls', balance, held, after: null } }).split(',')
    return [cells[columns.indexOf('amount')], cells[columns.indexOf('setAside')]]
  }
  expect(of(-100, 100)).toEqual(['-100', '100'])
  expect(of(0, -100)).toEqual(['0', '-100'])
})

test('[LX8] the file follows the filters of the page, and a wrong filter or another account is refused by name', async () => {
  const get = await open()
  expect((await get('?text=race')).body.split('\r\n')).toHaveLength(3)
  expect((await get('?direction=out')).body.split('\r\n')).toHaveLength(2)
  expect((await get('?causes=staffGrant,refund&currency=voidPearls')).body.split('\r\n')).toHaveLength(4)
  for (const wrong of ['?player=olga', '?causes=theft', '?direction=up', '?from=yesterday', `?text=${'a'.repeat(301)}`])
    expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 400])
  const unread = await get('?text=amount%3Emany')
  expect([unread.statusCode, unread.json()]).toMatchObject([
    400,
    { code: 'badSearch', error: expect.stringMatching(/^text: The search can't be read\. "many" isn't /) },
  ])
})

test('[LX1835] a wrong filter is refused by its name, with its value and what it may hold, and no other one is named', async () => {
  const get = await open()
  const errorOf = async (query: string) => (await get(query)).json().error
  expect(await errorOf('?direction=up&text=race')).toBe('direction: in or out, not "up".')
  expect(await errorOf('?from=yesterday')).toBe('from: a time in epoch ms, not "yesterday".')
  expect(await errorOf('?currency=gold')).toMatch(
    /^currency: one of voidPearls, razorTalons, sylvanShards, not "gold"\.$/,
  )
  expect(await errorOf('?causes=refund,theft')).toMatch(
    /^causes: one or more of .*refund.*, separated by commas, not "theft"\.$/,
  )
  expect(await errorOf(`?text=${'a'.repeat(301)}`)).toBe('text: Too long, at most 300 characters. It has 301.')
  expect(await errorOf('?player=olga')).toBe(
    'There is no field "player". There are text, causes, currency, direction, from, to.',
  )
})

test('[LX9] guests get no file, staff only their own, and where currency is off it says so', async () => {
  expect((await (await open(''))()).statusCode).toBe(401)
  const own = (await (await open('olga'))()).body
  expect(own.split('\r\n')).toHaveLength(3)
  expect(own).not.toMatch(/race|HYPERLINK/)
  expect((await (await open('bob', false))()).json()).toMatchObject({ error: expect.stringMatching(/switched off/) })
})
