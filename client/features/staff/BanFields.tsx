import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import {
  type BanDuration,
  banDurations,
  banLengthMs,
  longestBanDays,
} from '../../../shared/features/deliveries/banLength.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { longestActionReason } from '../../../shared/features/deliveries/kinds.ts'
import { type PastBan, pastBans } from '../../../shared/features/deliveries/queries.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useReloadAfter } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notes, useProblem } from '../../ui/Labelled.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { On, useNow } from '../../ui/Time.tsx'
import { numberIn, numberProblem } from '../../ui/textRules.ts'
import styles from './BanFields.module.css'
import { useDeliveries } from './deliveriesAtom.ts'
import { banLengthLabel } from './deliveryLabels.ts'

/** A ban as it is filled in. It starts without a length: none is the default. */
export const BanChoice = z.object({
  duration: z.enum(banDurations).nullable(),
  /** As typed, for a custom length. */
  days: z.string(),
  reason: z.string(),
})
export type BanChoice = z.infer<typeof BanChoice>

export const emptyBan: BanChoice = { duration: null, days: '', reason: '' }

const daysRule = { needed: 'Enter the number of days.', least: 1, most: longestBanDays, step: 1 }

/** The length in ms, null for a permanent ban; undefined until there is one. */
export function banLengthOf({ duration, days }: BanChoice): number | null | undefined {
  if (duration === null) return undefined
  if (duration !== 'custom') return banLengthMs({ duration, customDays: null })
  return numberProblem(days, daysRule) === null ? banLengthMs({ duration, customDays: numberIn(days) }) : undefined
}

interface BanFieldsProps {
  /** The SteamID64; null where it is not known. */
  readonly player: string | null
  readonly choice: BanChoice
  readonly onChoice: (choice: BanChoice) => void
}

/** The reason and the length of a ban, in words and with its end, and the player's earlier bans. */
export function BanFields({ player, choice, onChoice }: BanFieldsProps) {
  const durationMs = banLengthOf(choice)
  return (
    <div className={styles.fields}>
      <LengthChips chosen={choice.duration} onChoose={(duration) => onChoice({ ...choice, duration })} />
      {choice.duration === 'custom' ? (
        <WithoutEnter>
          <NumberField
            label="Days"
            {...daysRule}
            value={choice.days}
            onValue={(days) => onChoice({ ...choice, days })}
          />
        </WithoutEnter>
      ) : null}
      {durationMs === undefined ? null : <BanEnd durationMs={durationMs} />}
      <WithoutEnter>
        <Field
          label="Reason"
          autoComplete="off"
          needed="Enter a reason, or choose one below."
          longest={longestActionReason}
          value={choice.reason}
          onValue={(reason) => onChoice({ ...choice, reason })}
        />
      </WithoutEnter>
      <ReasonChips reason={choice.reason} onReason={(reason) => onChoice({ ...choice, reason })} />
      {player === null ? null : (
        <section aria-label="Past bans" className={styles.past}>
          <h3>Past bans</h3>
          <PastBans player={player} />
        </section>
      )}
    </div>
  )
}

interface LengthChipsProps {
  readonly chosen: BanDuration | null
  readonly onChoose: (duration: BanDuration) => void
}

function LengthChips({ chosen, onChoose }: LengthChipsProps) {
  const id = useId()
  const found = chosen === null ? 'Choose how long the ban lasts.' : null
  const { shown, marks } = useProblem({ given: null, found, isBlank: chosen === null })
  return (
    <div>
      <ChipSet legend="Length of the ban">
        {banDurations.map((duration, index) => (
          <Chip
            key={duration}
            // The form moves the focus here, since a group has none.
            data-wrong={index === 0 ? marks['data-wrong'] : undefined}
            aria-pressed={duration === chosen}
            aria-describedby={index === 0 && shown ? `${id}-problem` : undefined}
            onClick={() => onChoose(duration)}
          >
            {durationNames[duration]}
          </Chip>
        ))}
      </ChipSet>
      <Notes id={id} hint={null} problem={shown} />
    </div>
  )
}

/** Enter in a field does nothing: what harms a player is done by its button alone. */
export function WithoutEnter({ children }: { readonly children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops a key of the fields inside
    <div onKeyDown={onKeyDown}>{children}</div>
  )
}

/** The end of a ban that starts now. */
const BanEnd = ({ durationMs }: { readonly durationMs: number | null }) => {
  const now = useNow()
  return (
    <p className={styles.end}>
      Banned <strong>{banLengthLabel(durationMs)}</strong>
      {durationMs === null ? (
        '. The ban has no end; staff can lift it.'
      ) : (
        <>
          , until <On at={now + durationMs} /> your time.
        </>
      )}
    </p>
  )
}

/** Reasons that staff give most. */
export const reasonPresets = ['Cheating', 'Griefing', 'Harassment', 'Combat logging', 'Mixed packing', 'Ban evasion']

interface ReasonChipsProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

const ReasonChips = ({ reason, onReason }: ReasonChipsProps) => (
  <ChipSet legend="Usual reasons" place="unseen">
    {reasonPresets.map((preset) => (
      <Chip key={preset} aria-pressed={preset === reason.trim()} onClick={() => onReason(preset)}>
        {preset}
      </Chip>
    ))}
  </ChipSet>
)

/** The latest bans and unbans of a player, for staff who may ban. */
export function PastBans({ player }: { readonly player: string }) {
  const { state, value, refusal, reload } = useQuery(pastBans, { player })
  const held = useDocument(bans, mainServer).value?.bans
  // What becomes of an order changes no ban.
  const orders = useDeliveries().all.filter(({ kind, target }) => kind in pastActs && target?.id === player)
  const states = orders.map(({ state }) => state).join()
  useReloadAfter(held ? `${held[player]?.at} ${held[player]?.delivery} ${states}` : null, reload)
  if (state === 'refused') return <p className={styles.soft}>Past bans: {refusal?.message}</p>
  if (value === null) return <p className={styles.soft}>Loading past bans…</p>
  if (value.bans.length === 0) return <p className={styles.soft}>No past bans.</p>
  return (
    <ul>
      {value.bans.map(({ at, act, byName, reason, durationMs, outcome }) => (
        <li key={`${at} ${act}`}>
          <On at={at} /> · {outcome ? pastOrders[act] : pastActs[act]}
          {act === 'ban' ? ` ${banLengthLabel(durationMs)}` : ''}
          {byName ? ` by ${byName}` : ''}
          {outcome ? `: ${outcomeLabels[outcome]}` : ''}
          {reason ? ` · ${withMarksShown(reason)}` : ''}
        </li>
      ))}
    </ul>
  )
}

const pastActs = { ban: 'Banned', unban: 'Unbanned' } as const
const pastOrders = { ban: 'Ban', unban: 'Unban' } as const
const outcomeLabels: Readonly<Record<NonNullable<PastBan['outcome']>, string>> = {
  refused: 'refused by the game',
  failed: 'failed',
  cancelled: 'cancelled',
  dropped: 'dropped',
}

const durationNames: Readonly<Record<BanDuration, string>> = {
  '1day': '1 day',
  '1week': '1 week',
  '1month': '1 month',
  '3months': '3 months',
  custom: 'Custom days',
  permanent: 'Permanent',
}
