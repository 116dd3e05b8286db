import type { RowOf } from '../../../shared/engine/archive.ts'
import * as commands from '../../../shared/features/inventory/commands.ts'
import { inventoryHistory } from '../../../shared/features/inventory/history.ts'
import { inventory, ownActions } from '../../../shared/features/inventory/inventory.ts'
import { type EntryStep, entryHistory } from '../../../shared/features/inventory/queries.ts'
import { rewardKeys } from '../../../shared/features/ledger/ledger.ts'
import { derive, type Feature, implementQuery, type Page, type QueryContext } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { boundedWait } from '../economy/rewards.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { consumeAll, consumeEntry } from './entries.ts'
import { followDeliveries, followLinks, parkDinosaur } from './rules.ts'

const renameDinosaur: Rule<typeof commands.renameDinosaur> = (context, { dinosaur, name }) => {
  const { actor, edit, refuse } = context
  if (!isSwitchedOn(context, 'realInventory')) return refuse('closed')
  const { dinosaurs } = edit(inventory, accountOf(actor))
  const entry = Object.hasOwn(dinosaurs, dinosaur) ? dinosaurs[dinosaur] : undefined
  if (!entry) return refuse('gone')
  if (entry.state !== 'stored') return refuse('locked')
  entry.name = name ?? ''
  return {}
}

const setDinosaurFree: Rule<typeof commands.setDinosaurFree> = (context, { dinosaur }) => {
  if (!isSwitchedOn(context, 'realInventory')) return context.refuse('closed')
  const by = accountOf(context.actor)
  consumeEntry(context, by, dinosaur, null, { operation: context.newId(), cause: 'setFree', by })
  return {}
}

/** More steps than an entry has in practice: each redemption, sale and listing adds two. */
const mostSteps = 100

/** Only steps of the asker's own time with it: those of other owners are not theirs to see. */
async function historyOf(
  { page, principal }: QueryContext<typeof entryHistory>,
  { dinosaur }: { readonly dinosaur: string },
): Promise<{ steps: EntryStep[] }> {
  const about = principal.id
  const steps: EntryStep[] = []
  if (about === null) return { steps }
  for (let before: number | null = null; steps.length < mostSteps; ) {
    const found: Page<RowOf<typeof inventoryHistory>> = await page(inventoryHistory, {
      about,
      filter: { entry: dinosaur },
      before,
      limit: mostSteps,
    })
    for (const { at, row } of found.rows) {
      const { step, act, cause, subject, player, other } = row
      // Staff may have done something with a dinosaur of others.
      if (player !== about && other !== about) continue
      steps.push({ step, at, act, cause, subject, isReceived: act === 'moved' && player === about })
    }
    before = found.next
    if (before === null) break
  }
  return { steps }
}

/** With the visit of each day. */
const boundWaits = derive(rewardKeys, (context, account) => {
  for (const { id, tradableAt } of Object.values(context.read(inventory, account).dinosaurs)) {
    const bounded = boundedWait(context, tradableAt)
    const own = bounded === tradableAt ? undefined : context.edit(inventory, account).dinosaurs[id]
    if (own) own.tradableAt = bounded
  }
})

/** The dinosaurs of users outside of the game: parked by them, and redeemed into the game again. */
export const inventoryFeature: Feature = {
  name: 'inventory',
  documents: [inventory, ownActions],
  archives: [inventoryHistory],
  commands: [
    implement(commands.parkDinosaur, parkDinosaur),
    implement(commands.renameDinosaur, renameDinosaur),
    implement(commands.setDinosaurFree, setDinosaurFree),
  ],
  queries: [implementQuery(entryHistory, historyOf)],
  derivations: [followDeliveries, followLinks, boundWaits],
  removals: [
    {
      kind: inventory,
      remove: (context, { account }) =>
        consumeAll(context, account, { operation: context.newId(), cause: 'erasure', by: 'erasure', byHub: true }),
    },
  ],
}
