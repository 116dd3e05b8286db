import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { register } from '../../engine/registry.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { type AttackedHub, openAttackedHub } from './testing/attackedHub.ts'
import { createAttack } from './testing/attackReport.ts'
import { withTextInEachField } from './testing/sampleInput.ts'

// Every text field of every command gets texts that would do harm in the game's protocol, a log, a spreadsheet or a page.
const hostileTexts = [
  // Ends a frame of the game's protocol and begins another: `save`.
  'x\0\u0002\u0050PWNED',
  'x\n\u0002\u0050PWNED',
  'x\r\n{"level":60,"msg":"PWNED"}',
  // More fields than the command has.
  'a,76561198000009999,PWNED,0',
  ...['=HYPERLINK("http://evil.example";"PWNED")', '-PWNED', '@PWNED', '\t=PWNED', '"PWNED";"x"'],
  '<img src=x onerror="PWNED=1">',
  '\u001b[2J\u001b]0;PWNED\u0007',
  '\u202ePWNED\u2066',
  '\ud800PWNED',
  'PWNED '.repeat(2_000),
]

const registry = register(allFeatures)
let attacked: AttackedHub
beforeAll(async () => {
  attacked = await openAttackedHub()
  const { app } = attacked
  const [target] = app.simulator().world.online()
  const fixed = { target: target?.id ?? '', destination: target?.id ?? '', server: mainServer }
  for (const { command } of registry.commands.values()) {
    if (command.permission === 'hub') continue
    // Of its own, since some commands end the session.
    const owner = await app.visitAs({ account: `owner-of-${command.name.replace('.', '-')}`, role: 'owner' })
    for (const text of hostileTexts)
      for (const { path, input } of withTextInEachField(command.input, text, fixed)) {
        const answer = await Promise.race([owner.command(command.name, input), owner.closed()])
        if (answer === undefined) break
        note(`${command.name} ${path}`, answer.ok ? 'ok' : answer.code)
      }
    owner.leave()
  }
  const open = () =>
    Object.values(app.hub().hub.read(deliveries, mainServer).entries).filter(
      ({ state }) => state === 'queued' || state === 'sending',
    )
  await vi.waitFor(() => expect(open()).toEqual([]), 240_000)
})
afterAll(() => attacked.close())

const answers = new Map<string, number>()
const note = (what: string, code: string) => answers.set(`${what}: ${code}`, (answers.get(`${what}: ${code}`) ?? 0) + 1)

test('[XA31] no text makes a command fail with a fault of the hub, and most commands accept or refuse it', () => {
  const attack = createAttack('texts that cause a fault')
  for (const [what, count] of answers)
    for (let time = 0; time < count; time += 1) attack.attempt(what.endsWith(': failed'), () => what)
  expect(attack.done()).toEqual([])
  expect(answers.size).toBeGreaterThan(50)
})

test('[XA32] no text becomes a request of its own in the game, or another field of one', () => {
  const attack = createAttack('texts that reach the game as something else')
  const { log } = attacked.app.simulator()
  const fields: Readonly<Record<string, number>> = { ban: 4, kick: 2, directmessage: 2 }
  const sent = log.filter(({ argument }) => argument.includes('PWNED'))
  for (const { command, argument } of log) {
    attack.attempt(/\p{Cc}/u.test(argument), () => `${command} with a control character: ${JSON.stringify(argument)}`)
    attack.attempt(command === 'unknown', () => 'an unknown request')
    attack.attempt(command === 'save' && argument !== '', () => `a save: ${JSON.stringify(argument)}`)
    const most = fields[command]
    attack.attempt(most !== undefined && argument.split(',').length > most, () => `${command}: ${argument}`)
  }
  expect(attack.done()).toEqual([])
  // The attack did reach the game.
  expect(sent.length).toBeGreaterThan(5)
})

test('[XA33] no text makes a log line of its own or moves the cursor of a terminal', () => {
  const attack = createAttack('texts in the log')
  for (const written of attacked.logLines)
    for (const line of written.split('\n').slice(0, -1)) {
      attack.attempt(!isOneObject(line), () => line)
      attack.attempt(/\p{Cc}/u.test(line), () => JSON.stringify(line))
    }
  expect(attack.done()).toEqual([])
})

test('[XA34] no text becomes a formula, a cell or a row of its own in the audit for spreadsheets', async () => {
  const attack = createAttack('texts in the audit for spreadsheets')
  const owner = attacked.attackers.at(-1)
  const file = await owner?.client.get('/api/audit.csv')
  const text = (await file?.text()) ?? ''
  const rows = parse(text, { bom: true, relax_column_count: true }) as string[][]
  const width = rows[0]?.length
  for (const row of rows) {
    attack.attempt(row.length !== width, () => `a row of ${row.length} cells instead of ${width}`)
    for (const cell of row) attack.attempt(/^[\s"]*[=+\-@|]/.test(cell) && !/^-?[\d.]+$/.test(cell), () => cell)
  }
  expect(attack.done()).toEqual([])
  expect(text).toContain('PWNED')
})

function isOneObject(line: string) {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
