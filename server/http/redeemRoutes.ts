import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { newCommandId } from '../../shared/engine/ids.ts'
import { readsMoneyOfOthers } from '../../shared/engine/permissions.ts'
import { account } from '../../shared/features/account/account.ts'
import { catalogue, catalogueKey, defaultItems, offerOf } from '../../shared/features/catalogue/catalogue.ts'
import type { CatalogueItem, ItemKind } from '../../shared/features/catalogue/items.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import { longestActionText } from '../../shared/features/deliveries/kinds.ts'
import { payments } from '../../shared/features/ledger/ledger.ts'
import { redeemItem, redeemOwned } from '../../shared/features/redemptions/commands.ts'
import { redeemGroups, redemptions } from '../../shared/features/redemptions/redemption.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { purchaseCounts } from '../../shared/features/shop/purchases.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { withDocs } from './openApi.ts'
import { idempotencyKey, orderLimit, type User } from './orders.ts'
import { answerProblem, featureOff, problem, readRequest } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface RedeemRoutesDeps {
  readonly hub: Pick<Hub, 'dispatch' | 'read'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
  readonly features: HubFeatures
  readonly serverKey: string
}

const Text = z.string().max(200).nullish()
/** Skins have a call of their own. */
const categories = redeemGroups.filter((group) => group !== 'skins')
type Category = (typeof categories)[number]

const RedeemBody = z.object({
  /** The user's own name, SteamID64 or account id. */
  playerName: Text,
  category: z.enum(categories),
  /** A name or id of the catalogue; with cost 0 the name of one of the user's dinosaurs. */
  itemName: Text,
  /** Ids: of variants that are free with a dinosaur, or of mutations for one of the user's dinosaurs. */
  mutations: z.array(z.string().max(80)).max(10).nullish(),
  /** The price that the user saw; left out: the current price. 0 redeems one of the user's dinosaurs. */
  cost: z.int().nonnegative().nullish(),
  customOptions: z
    .object({
      message: z.string().max(longestActionText),
      weather: z.string().max(80),
      destination: z.string().max(64),
      /** Staff may do it by hand where no link can. */
      byHand: z.boolean(),
    })
    .partial()
    .nullish(),
})
type RedeemBody = z.infer<typeof RedeemBody>

const RedeemAnswer = z.strictObject({
  success: z.literal(true),
  /** The text of the first command; the delivery's id before there is one. `/api/automation/execute-command` follows it. */
  command: z.string(),
  remainingCurrency: z.int(),
  error: z.null(),
  delivery: z.string(),
  redemption: z.string(),
  byHand: z.boolean(),
})

const kindOf: Readonly<Record<Category, ItemKind>> = {
  dinosaurs: 'redemptionDinosaur',
  perks: 'perk',
  mutations: 'variant',
  weather: 'weather',
}

const names = ({ id, name }: CatalogueItem) => [id, name, name.replace(/ \(.*\)$/, '')]
/** Whether a typed name is one of the known ones. */
export const isNamed = (known: readonly string[], typed: string) =>
  known.some((one) => one.toLowerCase() === typed.trim().toLowerCase())

/** Redeeming over HTTP, by the same commands as the pages. */
export function redeemRoutes(app: FastifyInstance, deps: RedeemRoutesDeps) {
  const { hub, clock, features } = deps
  app.post('/api/shop/redeem', redeemDocs, async (request, reply) => {
    const user = userOf(deps, request, reply)
    if (!user) return reply
    const body = readRequest(RedeemBody, request.body ?? {}, reply, redeemFields)
    if (body === null) return reply
    const name = body.playerName?.trim() ?? ''
    if (name === '') return problem(reply, 400, 'noPlayer', '❌ Please enter your player name')
    if (!isNamed(ownNames(hub, user), name))
      return problem(reply, 403, 'notYourself', 'You can redeem only for yourself. playerName is your own name.')
    if (!body.itemName?.trim()) return problem(reply, 400, 'noItem', '❌ Please select an item to redeem')
    const call = callOf(deps, body)
    const notOffered = () => problem(reply, 404, 'notOffered', `There is no "${body.itemName}" in ${body.category}.`)
    const isOwned = call?.command === redeemOwned
    const needed = isOwned ? 'realInventory' : 'realCurrency'
    if (!features[needed]) return featureOff(reply, needed)
    if (!call) return notOffered()
    const key = idempotencyKey(request, reply)
    if (key === null) return reply
    const answer = await hub.dispatch(
      user,
      { id: key ?? newCommandId(clock.now(), randomBytes(10)), name: call.command.name, input: call.input },
      clientOf(request.ip, request.headers['user-agent']),
    )
    if (!answer.ok && answer.code === 'tooPoor') return problem(reply, 409, 'tooPoor', `❌ ${answer.message}`)
    // Cost 0 without a dinosaur of that name: it may have meant something of the catalogue, at a wrong price.
    if (!answer.ok && answer.code === 'gone' && isOwned)
      return call.price === null || !features.realCurrency
        ? notOffered()
        : problem(reply, 409, 'repriced', repricedText(call.price))
    if (!answer.ok) return answerProblem(reply, call.command, answer, { fields: sentFields })
    return redeemed(deps, user, answer.output)
  })

  app.get<{ Params: { id: string } }>('/api/player/:id/data', dataDocs, async (request, reply) => {
    const user = payerOf(deps, request, reply)
    if (!user) return reply
    if (!user.can('play')) return problem(reply, 403, 'forbidden', 'That token needs the permission "play".')
    const { id: named } = request.params
    const isOwn = named === 'me' || isNamed(ownNames(hub, user), named)
    const mayRead = isOwn || (readsMoneyOfOthers(user.can) && hub.read(account, named).createdAt > 0)
    if (!mayRead) return problem(reply, 404, 'notFound', 'There is no such player.')
    return { success: true, data: dataOf(hub, isOwn ? user.id : named) }
  })
}

/** The user of a call; null where an error was answered. */
function userOf(
  { principalOf }: Pick<RedeemRoutesDeps, 'principalOf'>,
  request: FastifyRequest,
  reply: FastifyReply,
): User | null {
  reply.header('cache-control', 'private, no-store')
  const { id, ...rest } = principalOf(credentialsOf(request.headers))
  if (id !== null) return { ...rest, id }
  problem(reply, 401, 'signedOut', 'Sign in, or send an API token: Authorization: Bearer …')
  return null
}

/** The user of a call about currency; null where an error was answered. */
export function payerOf(
  deps: Pick<RedeemRoutesDeps, 'principalOf' | 'features'>,
  request: FastifyRequest,
  reply: FastifyReply,
): User | null {
  const user = userOf(deps, request, reply)
  if (!user || deps.features.realCurrency) return user
  featureOff(reply, 'realCurrency')
  return null
}

/** The names by which programs may call the user. */
export const ownNames = ({ read }: Pick<Hub, 'read'>, { id, name, playsAs }: User) => [
  id,
  name,
  read(account, id).name,
  ...(playsAs ? [playsAs] : []),
]

const redeemDocs = withDocs(orderLimit, {
  summary: 'Redeems something of the catalogue, or one of your dinosaurs with cost 0, into the game.',
  description:
    "The price is held until the game has it, and returned if it doesn't arrive. A cost that differs from the price is refused, and the answer states both. A request that is repeated with the same header `Idempotency-Key` (a UUID of version 7) redeems once.",
  who: 'person',
  permission: redeemItem.permission,
  body: RedeemBody,
  answer: RedeemAnswer,
})

const repricedText = (price: number) =>
  redeemItem.refusals.repriced.replace('{seen}', '0').replace('{price}', String(price))

/**
 * With cost 0 the user's dinosaur of that name; otherwise something of the catalogue. Null if there is none. It depends only on what was asked, never
 * on what the user has now: a request that is repeated after it was carried out is the same call, and gets the same answer.
 */
function callOf({ hub, clock, serverKey: server }: RedeemRoutesDeps, body: RedeemBody) {
  const { category, itemName, mutations, cost, customOptions } = body
  const named = itemName ?? ''
  const { byHand = false, message = '', weather = '', destination = '' } = customOptions ?? {}
  const chosen = mutations ?? []
  const item = defaultItems.find((one) => one.kind === kindOf[category] && isNamed(names(one), named))
  const price = item ? (offerOf(hub.read(catalogue, catalogueKey), item.id, clock.now())?.price ?? 0) : null
  if (category === 'dinosaurs' && cost === 0 && price !== 0) {
    const parents = chosen.filter((one) => one.endsWith('-parent'))
    const slots = { main: chosen.filter((one) => !parents.includes(one)), parents }
    return { command: redeemOwned, input: { server, dinosaur: named.trim(), mutations: slots, byHand }, price }
  }
  if (!item) return null
  const idOf = (typed: string, kind: ItemKind) =>
    defaultItems.find((one) => one.kind === kind && isNamed([...names(one), ...tagOf(one)], typed))?.id ?? typed
  const variants = chosen.map((one) => idOf(one, 'variant'))
  const options = { byHand, variants, message, weather: idOf(weather, 'weather'), destination }
  return { command: redeemItem, input: { server, item: item.id, price: cost ?? null, ...options }, price }
}

const tagOf = (item: CatalogueItem) => (item.kind === 'variant' ? [item.tag] : [])

function redeemed({ hub, serverKey }: RedeemRoutesDeps, { id }: User, output: unknown) {
  const { id: redemption, isByHand } = redeemItem.output.parse(output)
  const delivery = hub.read(redemptions, id).entries[redemption]?.steps[0]?.delivery ?? ''
  const command = hub.read(deliveries, serverKey).entries[delivery]?.command || delivery
  const remainingCurrency = hub.read(wallet, id).voidPearls
  return { success: true, command, remainingCurrency, error: null, delivery, redemption, byHand: isByHand }
}

const redeemFields = {
  playerName: 'your own name, SteamID64 or account',
  category: `one of ${categories.join(', ')}`,
  itemName: 'a name or id of the catalogue, or the name of your dinosaur',
  mutations: 'a list of at most 10 ids',
  cost: 'the price that you saw, a whole number of at least 0',
  customOptions: 'an object with message, weather, destination and byHand',
  'customOptions.message': 'a text',
  'customOptions.weather': 'a text',
  'customOptions.destination': 'a text',
  'customOptions.byHand': 'true or false',
}
/** By the fields of the commands' input: those of the request. */
const sentFields = {
  item: 'itemName',
  dinosaur: 'itemName',
  price: 'cost',
  variants: 'mutations',
  message: 'customOptions.message',
  weather: 'customOptions.weather',
  destination: 'customOptions.destination',
}

const Data = z.object({
  /** Void Pearls. */
  currency: z.int(),
  /** The latest payments to the shop, for redemptions and skins, without those that staff refunded, the newest first. `id`: of the ledger's operation. */
  purchases: z.array(z.object({ id: z.string(), item: z.string(), cost: z.int(), date: z.iso.datetime() })),
  totalPurchases: z.int(),
  totalSpent: z.int(),
  joinDate: z.iso.datetime(),
})

const dataDocs = withDocs(
  {},
  {
    summary:
      'What a player has and has spent. Yourself by name, account or SteamID64; with addCurrency or settleEconomy others by account.',
    who: 'person',
    path: { id: z.union([z.literal('me'), z.string()]) },
    answer: z.object({ success: z.literal(true), data: Data }),
  },
)

function dataOf({ read }: Pick<Hub, 'read'>, id: string): z.input<typeof Data> {
  const { voidPearls, flows } = read(wallet, id)
  const spent = Object.entries(flows).filter(([name]) => name.startsWith('sink:'))
  const paid = Object.entries(read(payments, id).latest).filter(([, { refundedAt }]) => refundedAt === null)
  return {
    currency: voidPearls,
    purchases: paid
      .sort(([, one], [, other]) => other.at - one.at)
      .map(([operation, { item, amount, at }]) => ({
        id: operation,
        item,
        cost: amount,
        date: new Date(at).toISOString(),
      })),
    totalPurchases: read(redemptions, id).purchases + read(purchaseCounts, id).ever,
    totalSpent: -spent.reduce((sum, [, flow]) => sum + flow.voidPearls, 0),
    joinDate: new Date(read(account, id).createdAt).toISOString(),
  }
}
