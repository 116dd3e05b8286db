import { expect, test } from 'vitest'
import { account } from '../../../shared/features/account/account.ts'
import { makeLinkCode } from '../../../shared/features/gameLog/commands.ts'
import {
  linkAttempt,
  linkCodeMs,
  linkCodes,
  logFeed,
  mostWrongCodes,
} from '../../../shared/features/gameLog/gameLog.ts'
import { searchChat } from '../../../shared/features/gameLog/queries.ts'
import type { Feature } from '../../engine/feature.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { person } from '../../testing/principals.ts'
import { rightsFeature } from '../rights/rights.ts'
import { mia, openGameLog, rex } from './testing/openGameLog.ts'

async function openLinking(features?: readonly Feature[]) {
  const log = await openGameLog(features)
  await log.follow()
  await log.join(rex, mia)
  const ann = await log.user('ann')
  const makeCode = async (user = ann) => {
    const answer = await log.dispatch(user, makeLinkCode.name, {})
    if (!answer.ok) throw new Error(answer.code)
    return makeLinkCode.output.parse(answer.output)
  }
  const steamOf = (id: string) => log.hub.read(account, id).steamId
  const attemptOf = (id: string) => log.hub.read(linkAttempt, id).state
  return { ...log, ann, makeCode, steamOf, attemptOf }
}

test('[GL20] a code typed in the chat links the player who typed it, once, and is kept nowhere', async () => {
  const { makeCode, chat, steamOf, attemptOf, hub, query, user, faults } = await openLinking()
  const { code } = await makeCode()
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/)
  expect(attemptOf('ann')).toBe('waiting')
  await chat(rex, ` !link ${code.toLowerCase()} `)
  expect([steamOf('ann'), attemptOf('ann')]).toEqual([rex, 'linked'])
  await user('bob')
  await chat(mia, `!link ${code}`)
  expect(hub.read(account, 'ann').steamId).toBe(rex)
  const kept = [await query(person('mo', 'moderator'), searchChat.name), hub.read(logFeed, 'main'), hub.read(linkCodes)]
  expect(JSON.stringify(kept).toUpperCase()).not.toContain(code)
  expect(faults).toEqual([])
})

test('[GL21] a code ends after ten minutes, and with the next one', async () => {
  const { makeCode, chat, steamOf, clock } = await openLinking()
  const first = await makeCode()
  const second = await makeCode()
  expect(first.code).not.toBe(second.code)
  await chat(rex, `!link ${first.code}`)
  expect(steamOf('ann')).toBeNull()
  clock.pass(linkCodeMs)
  await chat(rex, `!link ${second.code}`)
  expect(steamOf('ann')).toBeNull()
})

test('[GL22] a player who sends wrong codes is not listened to for ten minutes', async () => {
  const { makeCode, chat, steamOf, clock, join } = await openLinking()
  for (let n = 0; n < mostWrongCodes; n += 1) await chat(rex, `!link WRONG${n}`)
  await chat(rex, `!link ${(await makeCode()).code}`)
  expect(steamOf('ann')).toBeNull()
  clock.pass(linkCodeMs)
  await join(rex)
  await chat(rex, `!link ${(await makeCode()).code}`)
  expect(steamOf('ann')).toBe(rex)
})

test('[GL23] a player who belongs to another account is not linked, and the user is shown why', async () => {
  const { makeCode, chat, steamOf, attemptOf, user, faults } = await openLinking()
  await user('bob', rex)
  await chat(rex, `!link ${(await makeCode()).code}`)
  expect([steamOf('ann'), steamOf('bob'), attemptOf('ann')]).toEqual([null, rex, 'belongsToOther'])
  expect(faults).toEqual([])
})

test('[GL24] a text that two players may have written, and one that only contains a code, link nobody', async () => {
  const { makeCode, chat, steamOf } = await openLinking()
  const { code } = await makeCode()
  await chat(rex, `!link ${code}`, { player: null })
  await chat(rex, `say !link ${code}`)
  await chat('0002aabbccddeeff0011223344556677', `!link ${code}`)
  expect(steamOf('ann')).toBeNull()
})

test('[GL25] no code is made without a page, for a linked account, and while the chat is not read', async () => {
  const { dispatch, ann, user, follow } = await openLinking()
  const refusal = async (principal: Parameters<typeof dispatch>[0]) => {
    const answer = await dispatch(principal, makeLinkCode.name, {})
    return answer.ok ? 'made' : answer.code
  }
  expect(await refusal(person('ann'))).toBe('notASession')
  expect(await refusal(await user('bob', rex))).toBe('linkedAlready')
  await follow('failing')
  expect(await refusal(ann)).toBe('noChat')
})

test('[GV92] where no chat is recorded a code can still be made: the worker reads codes alone', async () => {
  const { follow, makeCode, chat, steamOf } = await openLinking()
  await follow('following', false)
  const { code } = await makeCode()
  await chat(rex, `!link ${code}`)
  expect(steamOf('ann')).toBe(rex)
})

test('[GL26] a line of the log links no player who is not in the game, and never an owner by configuration', async () => {
  const owned = allFeatures.map((feature) => (feature.name === 'rights' ? rightsFeature([rex]) : feature))
  const { makeCode, chat, steamOf } = await openLinking(owned)
  const { code } = await makeCode()
  await chat('76561198000000009', `!link ${code}`)
  await chat(rex, `!link ${code}`)
  expect(steamOf('ann')).toBeNull()
  await chat(mia, `!link ${code}`)
  expect(steamOf('ann')).toBe(mia)
})
