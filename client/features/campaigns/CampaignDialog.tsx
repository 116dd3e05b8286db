import { useSetAtom } from 'jotai'
import { longestRule } from '../../../shared/engine/recurrenceLimits.ts'
import {
  type Campaign,
  mostIntervalDays,
  mostNamed,
  scheduleKinds,
  targetTypes,
} from '../../../shared/features/campaigns/campaigns.ts'
import {
  CampaignSeen,
  changeCampaign,
  createCampaign,
  createFailed,
  longestCampaignDescription,
  longestCampaignName,
  previewSchedule,
  readNamed,
} from '../../../shared/features/campaigns/commands.ts'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { patronTiers } from '../../../shared/features/patrons/patrons.ts'
import { amountsInWords } from '../../../shared/features/world/amounts.ts'
import { currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Overtaken } from '../../ui/draftOver.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RunTimes, ZoneField } from '../../ui/RunTimes.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import styles from './Campaigns.module.css'
import {
  type CampaignDraft,
  dayOptions,
  fieldsOf,
  monthOptions,
  recipientsIn,
  recipientsProblem,
  scheduleInWords,
  scheduleNames,
  scheduleOf,
  targetInWords,
  targetNames,
  useCampaignDraft,
} from './campaignDraft.ts'

interface CampaignDialogProps {
  /** Null for a new one. */
  readonly campaign: Campaign | null
  readonly onClose: () => void
}

/** Creates a campaign, or changes one. What was typed is kept until it is saved. */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const isNamed = campaign?.targetType === 'custom'
  const { value, refusal } = useQuery(readNamed, isNamed ? { id: campaign.id } : null)
  if (isNamed && value === null && refusal === null)
    return (
      <Dialog title={`Edit ${campaign.name}`} onClose={onClose}>
        <DialogBody>
          <p role="status">Loading…</p>
        </DialogBody>
      </Dialog>
    )
  return (
    <CampaignForm campaign={campaign} named={value?.recipients ?? campaign?.customUserIds ?? []} onClose={onClose} />
  )
}

function CampaignForm({ campaign, named, onClose }: CampaignDialogProps & { readonly named: readonly string[] }) {
  const { draft, change, clear, isOvertaken } = useCampaignDraft(campaign, named)
  const create = useCommand(createCampaign)
  const edit = useCommand(changeCampaign)
  const showToast = useSetAtom(showToastAtom)
  const { busy, refusal, dismiss } = campaign ? edit : create
  const set: Change = (part) => {
    dismiss()
    change(part)
  }
  const submit = async () => {
    const fields = fieldsOf(draft)
    const answer = campaign
      ? await edit.run({ id: campaign.id, fields, seen: CampaignSeen.parse(campaign) })
      : await create.run(fields)
    if (!answer.ok) return
    clear()
    showToast(campaign ? `${fields.name} is saved.` : `${fields.name} is created.`)
    onClose()
  }
  const failed = campaign ? 'Failed to save the campaign' : createFailed
  const title = campaign ? `Edit ${campaign.name}` : 'New campaign'
  return (
    <Dialog title={title} hasClose={false} onClose={onClose}>
      <DialogBody>
        <Form
          label={title}
          action={campaign ? 'Save campaign' : 'Create campaign'}
          busyLabel={busy ? 'Saving…' : null}
          problem={refusal ? `${failed}. ${refusal.message}` : null}
          onDismiss={dismiss}
          onSubmit={() => void submit()}
          onCancel={onClose}
        >
          {campaign && isOvertaken && !busy ? (
            <Overtaken onTake={clear}>
              Someone else changed this campaign in the meantime. It is now called {campaign.name} and gives{' '}
              {amountsInWords(campaign.currencies)} to {targetInWords(campaign)}. {scheduleInWords(campaign)}.
            </Overtaken>
          ) : null}
          <Field
            label="Name"
            autoFocus
            needed="Enter a name."
            longest={longestCampaignName}
            value={draft.name}
            onValue={(name) => set({ name })}
          />
          <Field
            label="Description (optional)"
            longest={longestCampaignDescription}
            value={draft.description}
            onValue={(description) => set({ description })}
          />
          <AmountFields draft={draft} set={set} />
          <TargetFields draft={draft} set={set} />
          <ScheduleFields draft={draft} set={set} campaign={campaign} />
        </Form>
      </DialogBody>
    </Dialog>
  )
}

type Change = (part: Partial<CampaignDraft>) => void
interface DraftProps {
  readonly draft: CampaignDraft
  readonly set: Change
}

const AmountFields = ({ draft, set }: DraftProps) => (
  <div className={styles.columns}>
    {currencies.map((currency) => (
      <NumberField
        key={currency}
        label={currencyNames[currency]}
        step={1}
        least={0}
        most={mostCurrency}
        value={draft[currency]}
        onValue={(amount) => set({ [currency]: amount })}
      />
    ))}
  </div>
)

const tierOptions = patronTiers.flatMap((tier) => (tier === 'None' ? [] : [{ key: tier, name: tier }]))

const TargetFields = ({ draft, set }: DraftProps) => (
  <>
    <ChipSet legend="Who gets it">
      {targetTypes.map((target) => (
        <Chip key={target} aria-pressed={draft.targetType === target} onClick={() => set({ targetType: target })}>
          {targetNames[target]}
        </Chip>
      ))}
    </ChipSet>
    {draft.targetType === 'tier-specific' ? (
      <Select
        label="Tier"
        options={tierOptions}
        value={draft.patreonTier === 'None' ? null : draft.patreonTier}
        placeholder="Choose a tier"
        needed="Choose the tier that gets it."
        onValue={(patreonTier) => set({ patreonTier })}
      />
    ) : null}
    {draft.targetType === 'custom' ? (
      <TextArea
        label="Accounts"
        hint={`SteamIDs, account IDs or names, one on each line. ${recipientsIn(draft.recipients).length} of at most ${mostNamed}.`}
        rows={5}
        needed="Name at least one recipient."
        check={recipientsProblem}
        value={draft.recipients}
        onValue={(recipients) => set({ recipients })}
      />
    ) : null}
  </>
)

const ScheduleFields = ({ draft, set, campaign }: DraftProps & Pick<CampaignDialogProps, 'campaign'>) => (
  <>
    <ChipSet legend="When">
      {scheduleKinds.map((kind) => (
        <Chip key={kind} aria-pressed={draft.schedule === kind} onClick={() => set({ schedule: kind })}>
          {scheduleNames[kind]}
        </Chip>
      ))}
    </ChipSet>
    {draft.schedule === 'custom' ? <CustomFields draft={draft} set={set} /> : <TimeFields draft={draft} set={set} />}
    <ZoneField value={draft.zone} onZone={(zone) => set({ zone })} />
    <NextRuns draft={draft} campaign={campaign} />
  </>
)

const TimeFields = ({ draft, set }: DraftProps) => (
  <div className={styles.columns}>
    {draft.schedule === 'weekly' ? (
      <Select label="Day" options={dayOptions} value={draft.weekday} onValue={(weekday) => set({ weekday })} />
    ) : null}
    {draft.schedule === 'monthly' ? (
      <Select label="Day" options={monthOptions} value={draft.monthDay} onValue={(monthDay) => set({ monthDay })} />
    ) : null}
    <Field
      label="Time of day"
      type="time"
      needed="Enter a time."
      value={draft.time}
      onValue={(time) => set({ time: time.slice(0, 5) })}
    />
  </div>
)

const CustomFields = ({ draft, set }: DraftProps) => (
  <>
    <ChipSet legend="Custom" place="unseen">
      <Chip aria-pressed={!draft.isByRule} onClick={() => set({ isByRule: false })}>
        Time between runs
      </Chip>
      <Chip aria-pressed={draft.isByRule} onClick={() => set({ isByRule: true })}>
        Rule
      </Chip>
    </ChipSet>
    {draft.isByRule ? (
      <Field
        label="Rule"
        hint="Minute, hour, day of the month, month, day of the week: 0 20 * * 5 is every Friday at 20:00."
        needed="Enter a rule."
        longest={longestRule}
        value={draft.customRule}
        onValue={(customRule) => set({ customRule })}
      />
    ) : (
      <div className={styles.columns}>
        <NumberField
          label="Days"
          step={1}
          least={0}
          most={mostIntervalDays}
          value={draft.customDays}
          onValue={(customDays) => set({ customDays })}
        />
        <NumberField
          label="Hours"
          step={1}
          least={0}
          most={23}
          value={draft.customHours}
          onValue={(customHours) => set({ customHours })}
        />
        <NumberField
          label="Minutes"
          step={1}
          least={0}
          most={59}
          value={draft.customMinutes}
          onValue={(customMinutes) => set({ customMinutes })}
        />
      </div>
    )}
  </>
)

const typingMs = 300

/** What the hub makes of the schedule: the next five runs, or why there are none. */
function NextRuns({ draft, campaign }: Pick<DraftProps, 'draft'> & Pick<CampaignDialogProps, 'campaign'>) {
  const current = JSON.stringify({ ...scheduleOf(draft), campaign: campaign?.id ?? null })
  const asked = useDebounced(current, typingMs)
  const parsed = previewSchedule.input.safeParse(JSON.parse(asked))
  const { state, value, refusal } = useQuery(previewSchedule, parsed.success ? parsed.data : null)
  if (!parsed.success) return null
  if (refusal)
    return (
      <div data-wrong={asked === current || undefined} tabIndex={-1}>
        <Problem>{refusal.message}</Problem>
      </div>
    )
  return <RunTimes label="Next runs" runs={value?.runs ?? []} zone={draft.zone} isBusy={state === 'loading'} />
}
