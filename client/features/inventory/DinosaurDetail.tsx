import { itemNamed } from '../../../shared/features/catalogue/catalogue.ts'
import { type KnownDinosaur, playTimeText, weightText } from '../../../shared/features/inventory/knownDinosaur.ts'
import { type EntryStep, entryHistory } from '../../../shared/features/inventory/queries.ts'
import { regionName } from '../../../shared/features/world/regions.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { Vitals } from '../../ui/Vital.tsx'
import { Art, RedeemLink } from './DinosaurCard.tsx'
import styles from './DinosaurDetail.module.css'
import { ManageMenu, type ManageProps } from './ManageMenu.tsx'

/** All that the hub knows of one dinosaur, with its history. */
export function DinosaurDetail({ onClose, ...manage }: ManageProps & { readonly onClose: () => void }) {
  const { known } = manage
  const { entry, name, rarity } = known
  const { growth, health, hunger, thirst, mutations } = entry
  return (
    <Drawer title={name} badge={rarity ? <RarityBadge rarity={rarity} /> : null} onClose={onClose}>
      <div className={styles.detail}>
        <div className={styles.plate} data-rarity={rarity ?? undefined}>
          <Art known={known} size={300} />
        </div>
        <div className={styles.actions}>
          <RedeemLink known={known} />
          <ManageMenu {...manage} />
        </div>
        {growth === null ? null : (
          <Vitals
            animal={{
              dead: false,
              growth,
              ...(health !== null && { health }),
              ...(hunger !== null && { hunger }),
              ...(thirst !== null && { thirst }),
            }}
            layout="rows"
          />
        )}
        <Facts known={known} />
        <section aria-labelledby="mutations">
          <h3 id="mutations" className={styles.heading}>
            Mutations
          </h3>
          {mutations.length === 0 ? (
            <p className={styles.soft}>None.</p>
          ) : (
            <ul className={styles.mutations}>
              {mutations.map((id) => (
                <li key={id} className={styles.mutation}>
                  {nameOf(id)}
                </li>
              ))}
            </ul>
          )}
        </section>
        <History dinosaur={entry.id} steps={entry.steps} />
      </div>
    </Drawer>
  )
}

/** Of an item of the catalogue; one that it has no more is shown by its id. */
export const nameOf = (id: string) => itemNamed(id)?.name ?? id

/** What is said of a dinosaur, in the order of the sheet; null where it is not known. */
export const factsOf = ({ entry, ...known }: KnownDinosaur): readonly (readonly [string, string | null])[] => [
  ['Species', known.speciesName],
  ['Type', known.category && capitalised(known.category)],
  ['Gender', entry.gender],
  ['Adult weight', known.weightKg === null ? null : weightText(known.weightKg)],
  ['Level', known.level === null ? null : String(known.level)],
  ['Played', entry.playMs === null ? null : playTimeText(entry.playMs)],
  ['Kills', entry.kills === null ? null : String(entry.kills)],
  ['Deaths', entry.deaths === null ? null : String(entry.deaths)],
  ['Skin', entry.skin === null ? 'Default' : nameOf(entry.skin)],
  ['From', { grown: 'Grown by you', shop: 'Shop', marketplace: 'Market', gift: 'A gift' }[entry.source]],
  ['Parked near', entry.location === null ? null : regionName(entry.location)],
]
const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const Facts = ({ known }: { readonly known: KnownDinosaur }) => (
  <dl className={styles.facts}>
    {factsOf(known).map(([label, value]) => (
      <div key={label}>
        <dt className={styles.soft}>{label}</dt>
        <dd>{value ?? <span title="Not known">–</span>}</dd>
      </div>
    ))}
    <Moment label="Acquired" at={known.acquiredAt} />
    <Moment label="Last played" at={known.entry.lastPlayedAt} />
    <Moment label="Can be traded from" at={known.entry.tradableAt} />
  </dl>
)

const Moment = ({ label, at }: { readonly label: string; readonly at: number | null }) =>
  at === null ? null : (
    <div>
      <dt className={styles.soft}>{label}</dt>
      <dd>
        <On at={at} />
      </dd>
    </div>
  )

/** @param steps asks again when there is another one */
function History({ dinosaur, steps }: { readonly dinosaur: string; readonly steps: number }) {
  return (
    <section aria-labelledby="history">
      <h3 id="history" className={styles.heading}>
        History
      </h3>
      <HistorySteps key={steps} dinosaur={dinosaur} />
    </section>
  )
}

function HistorySteps({ dinosaur }: { readonly dinosaur: string }) {
  const query = useQuery(entryHistory, { dinosaur })
  return (
    <StatefulContent
      {...statesOf(query, (value) => value.steps.length === 0, { title: 'No history has been kept yet.' })}
    >
      <ol className={styles.history}>
        {query.value?.steps.map((one) => (
          <li key={one.step} className={styles.step}>
            <span>{stepWords(one)}</span>
            <span className={styles.soft}>
              <Ago at={one.at} />
            </span>
          </li>
        ))}
      </ol>
    </StatefulContent>
  )
}

const words: Readonly<Record<string, string>> = {
  'added parking': 'Parking began',
  'released parking': 'Parked',
  'consumed parking': "The game didn't take it",
  'added purchase': 'Bought in the shop',
  'added grant': 'Given by staff',
  'added earlier': 'Here before histories were kept',
  'locked redemption': 'Redeeming began',
  'released redemption': "Wasn't redeemed, and came back",
  'consumed redemption': 'Redeemed into the game',
  'locked listing': 'Put up for sale',
  'released listing': 'Taken off the market',
  'moved sale': 'Sold on the market',
  'received sale': 'Bought on the market',
  'moved gift': 'Given as a gift',
  'received gift': 'Received as a gift',
  'moved reversal': 'Taken back by staff',
  'received reversal': 'Given back to you by staff',
  'consumed reversal': 'Taken back by staff',
  'consumed setFree': 'Released by you',
}

const acts = {
  added: 'Added',
  locked: 'Set aside',
  released: 'Given back',
  moved: 'Moved',
  consumed: 'Used up',
} as const

/** A step of a history, in the words of the user who reads it. */
const stepWords = ({ act, cause, isReceived }: EntryStep) =>
  words[`${isReceived ? 'received' : act} ${cause}`] ?? acts[act]
