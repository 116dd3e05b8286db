import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { mostReward } from '../../../shared/features/economy/settings.ts'
import { longestEventDescription, longestEventTitle } from '../../../shared/features/events/commands.ts'
import {
  eventDurationMs,
  longestEventMs,
  migrationSpecies,
  mostPlaces,
  populationNames,
  populations,
} from '../../../shared/features/events/events.ts'
import { currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { waitOf } from '../../ui/durations.ts'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './Events.module.css'
import { durationMsOf, type EventDraft } from './schedulerDraft.ts'

export interface DraftPartProps {
  readonly draft: EventDraft
  readonly change: (part: Partial<EventDraft>) => void
}

const speciesOptions = migrationSpecies.map((name) => ({ key: name, name }))
const populationOptions = populations.map((key) => ({ key, name: populationNames[key] }))
const currencyOptions = currencies.map((key) => ({ key, name: currencyNames[key] }))

/** What an event is, apart from where and when. */
export function SchedulerFields({ draft, change }: DraftPartProps) {
  return (
    <>
      <TextFields draft={draft} change={change} />
      {draft.type === 'Great Migration' ? (
        <div className={styles.pair}>
          <Select
            label="Species"
            placeholder="Choose a species"
            needed="Choose a species."
            options={speciesOptions}
            value={draft.species}
            onValue={(species) => change({ species })}
          />
          <Select
            label="Population"
            placeholder="Choose a population"
            needed="Choose a population."
            options={populationOptions}
            value={draft.population}
            onValue={(population) => change({ population })}
          />
        </div>
      ) : null}
      <div className={styles.pair}>
        <DurationField draft={draft} change={change} />
        {draft.when === 'now' ? null : <PlacesField draft={draft} change={change} />}
      </div>
      <RewardFields draft={draft} change={change} />
    </>
  )
}

export const DurationField = ({ draft, change }: OpenPartProps) => (
  <NumberField
    label="Duration in minutes"
    hint={durationHint(draft)}
    needed="Enter a duration."
    least={0.02}
    most={longestEventMs / 60_000}
    value={draft.duration}
    onValue={(duration) => change({ duration })}
  />
)

/** The usual durations are seconds: a part of a minute is easily misread. */
function durationHint(draft: OpenDraft): string {
  const ms = durationMsOf(draft)
  const usual = `Usual for ${draft.type}: ${waitOf(eventDurationMs[draft.type])}.`
  return ms === null || ms === eventDurationMs[draft.type] ? usual : `${waitOf(ms)}. ${usual}`
}

/** What can be changed until an event begins. */
export type OpenDraft = Pick<
  EventDraft,
  'type' | 'title' | 'description' | 'duration' | 'capacity' | 'reward' | 'currency'
>
interface OpenPartProps {
  readonly draft: OpenDraft
  readonly change: (part: Partial<OpenDraft>) => void
}

export const TextFields = ({ draft, change }: OpenPartProps) => (
  <>
    <Field
      label="Title"
      hint={`Leave it empty to call it ${draft.type}.`}
      longest={longestEventTitle}
      value={draft.title}
      onValue={(title) => change({ title })}
    />
    <Field
      label="Description"
      hint="Shown with the event, in the calendar and on Discord."
      longest={longestEventDescription}
      value={draft.description}
      onValue={(description) => change({ description })}
    />
  </>
)

export const PlacesField = ({ draft, change }: OpenPartProps) => (
  <NumberField
    label="Places"
    hint="Leave it empty for no limit."
    least={1}
    most={mostPlaces}
    value={draft.capacity}
    onValue={(capacity) => change({ capacity })}
  />
)

/** Currency for those who come, set by staff who may give currency. Others can take a reward away that is there when they open the form. */
export function RewardFields({ draft, change }: OpenPartProps) {
  const { principal, may } = useAtomValue(accessAtom)
  const isOwner = principal?.role === 'owner'
  const [hadReward] = useState(draft.reward !== '')
  if (!hadReward && !may.includes('addCurrency')) return null
  return (
    <div className={styles.pair}>
      <NumberField
        label="Reward"
        hint={`For each player who is there for half of it${isOwner ? '' : ', except you'}. Leave it empty for none.`}
        least={1}
        most={mostReward}
        value={draft.reward}
        onValue={(reward) => change({ reward })}
      />
      <Select
        label="Currency of the reward"
        options={currencyOptions}
        value={draft.currency}
        onValue={(currency) => change({ currency })}
      />
    </div>
  )
}
