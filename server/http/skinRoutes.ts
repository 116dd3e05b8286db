import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newCommandId } from '../../shared/engine/ids.ts'
import { skinItems } from '../../shared/features/catalogue/redemptionItems.ts'
import { redemptions } from '../../shared/features/redemptions/redemption.ts'
import { applySkin } from '../../shared/features/skins/commands.ts'
import { SkinColours } from '../../shared/features/skins/design.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { species, speciesName } from '../../shared/features/world/species.ts'
import { withValues } from '../engine/inputProblems.ts'
import { clientOf } from '../engine/principal.ts'
import { withDocs } from './openApi.ts'
import { idempotencyKey, orderLimit } from './orders.ts'
import { answerProblem, problem, requestProblem } from './problem.ts'
import { isNamed, ownNames, payerOf, type RedeemRoutesDeps } from './redeemRoutes.ts'

const Text = z.string().max(200).nullish()

const SkinBody = z.object({
  /** The species that the user plays, as players or the game call it. */
  dinosaur: Text,
  /** Name or id of the catalogue. */
  skin: Text,
  /** The user's own name, SteamID64 or account id. One of the two is enough. */
  playerName: Text,
  steamId: Text,
  /** Of Own Colours. */
  colours: SkinColours.nullish(),
  /** The price that the user saw; left out: the price of now. */
  cost: z.int().nonnegative().nullish(),
  /** Staff may do it by hand where no link can. */
  byHand: z.boolean().nullish(),
})

const docs = withDocs(orderLimit, {
  summary: 'Puts a skin on the dinosaur that you play.',
  description:
    "The price is held until the game has it, and returned if it doesn't arrive. An error has a `message` for people. A request that is repeated with the same header `Idempotency-Key` (a UUID of version 7) applies once.",
  who: 'person',
  permission: applySkin.permission,
  body: SkinBody,
  answer: z.strictObject({
    success: z.literal(true),
    message: z.string(),
    remainingCurrency: z.int(),
    /** `/api/automation/execute-command` follows it. */
    delivery: z.string(),
    redemption: z.string(),
    byHand: z.boolean(),
  }),
})

/** Skins over HTTP, by the same command as the page. */
export function skinRoutes(app: FastifyInstance, deps: RedeemRoutesDeps) {
  const { hub, clock, serverKey } = deps
  app.post('/api/skins/apply', docs, async (request, reply) => {
    const user = payerOf(deps, request, reply)
    if (!user) return reply
    const wrong = (status: number, code: string, message: string) => problem(reply, status, code, message, { message })
    const parsed = SkinBody.safeParse(request.body ?? {}, withValues)
    if (!parsed.success) return wrong(400, 'badInput', requestProblem(parsed.error, skinFields))
    const { dinosaur, skin, playerName, steamId, colours, cost, byHand } = parsed.data
    const typed = [playerName, steamId].flatMap((one) => one?.trim() || [])
    if (typed.length === 0) return wrong(400, 'noPlayer', '❌ Please enter your player name')
    if (!typed.every((one) => isNamed(ownNames(hub, user), one)))
      return wrong(403, 'notYourself', 'You can apply a skin only for yourself: playerName and steamId are your own.')
    const played = Object.keys(species).find((name) => isNamed([name, speciesName(name)], dinosaur ?? ''))
    if (played === undefined) return wrong(400, 'noSpecies', `dinosaur: there is no species "${dinosaur ?? ''}".`)
    const chosen = skinItems.find(({ id, name }) => isNamed([id, id.replace('skin-', ''), name], skin ?? ''))
    if (!chosen) return wrong(400, 'noSkin', `skin: there is no skin "${skin ?? ''}".`)
    const key = idempotencyKey(request, reply)
    if (key === null) return reply
    const design = { species: played, skin: chosen.id, colours: colours ?? null }
    const answer = await hub.dispatch(
      user,
      {
        id: key ?? newCommandId(clock.now(), randomBytes(10)),
        name: applySkin.name,
        // What was asked alone: with today's price in it, a repeated request would be another one once the price changes.
        input: { server: serverKey, design, price: cost ?? null, byHand: byHand ?? false },
      },
      clientOf(request.ip, request.headers['user-agent']),
    )
    if (!answer.ok)
      return answerProblem(reply, applySkin, answer, { more: { message: answer.message }, fields: sentFields })
    const { id: redemption, isByHand } = applySkin.output.parse(answer.output)
    const delivery = hub.read(redemptions, user.id).entries[redemption]?.steps[0]?.delivery ?? ''
    const remainingCurrency = hub.read(wallet, user.id).voidPearls
    const message = isByHand ? `Staff will put ${chosen.name} on by hand.` : `${chosen.name} is on its way to the game.`
    return { success: true, message, remainingCurrency, delivery, redemption, byHand: isByHand }
  })
}

const skinFields = {
  dinosaur: 'the species that you play',
  skin: 'a name or id of the catalogue',
  playerName: 'your own name, SteamID64 or account',
  steamId: 'your own SteamID64',
  cost: 'the price that you saw, a whole number of at least 0',
  byHand: 'true or false',
}
/** By the fields of the command's input: those of the request. */
const sentFields = { 'design.colours': 'colours', 'design.species': 'dinosaur', 'design.skin': 'skin', price: 'cost' }
