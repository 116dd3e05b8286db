import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import {
  type Campaign,
  type CampaignRun,
  campaignRuns,
  campaigns,
} from '../../../shared/features/campaigns/campaigns.ts'
import {
  CampaignTerms,
  changeCampaign,
  countRecipients,
  createCampaign,
  deleteCampaign,
  restoreCampaign,
  runCampaign,
  runFailed,
  setCampaignActive,
  statusFailed,
} from '../../../shared/features/campaigns/commands.ts'
import { amountsInWords } from '../../../shared/features/world/amounts.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Part } from '../../ui/Part.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { On } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { useMay } from '../roles/Gated.tsx'
import { CampaignDialog } from './CampaignDialog.tsx'
import styles from './Campaigns.module.css'
import { scheduleInWords, targetInWords } from './campaignDraft.ts'

/** What is open: the form (null for a new campaign), or a question. The campaign is as it was then. */
type Opened =
  | { readonly what: 'form'; readonly campaign: Campaign | null }
  | { readonly what: 'run' | 'delete'; readonly campaign: Campaign }

/** Gifts of currency to many, again and again: created, changed, paused, run and deleted here. */
export function CampaignList() {
  const source = useDocument(campaigns, mainServer)
  const runs = Object.values(useDocument(campaignRuns, mainServer).value?.runs ?? {})
  const [opened, open] = useState<Opened | null>(null)
  // A restored campaign has its place again.
  const all = Object.values(source.value?.campaigns ?? {}).toSorted((one, other) => one.createdDate - other.createdDate)
  const close = () => open(null)
  // As it is now: another owner may change it meanwhile. Of one that was deleted the hub says so.
  const campaign = opened?.campaign ? (source.value?.campaigns[opened.campaign.id] ?? opened.campaign) : null
  const terms = campaign && termsOf(campaign)
  const create = useMay(createCampaign) ? (
    <Button onClick={() => open({ what: 'form', campaign: null })}>New campaign</Button>
  ) : null
  return (
    <Part
      title="Recurring campaigns"
      description="Each gives currency to many accounts, on a schedule or when you run it. A missed run is made up for within 12 hours."
      action={all.length > 0 ? create : null}
    >
      <StatefulContent {...statesOf(source, () => all.length === 0, { title: 'No campaigns yet.', children: create })}>
        <ul className={styles.list} aria-label="Recurring campaigns">
          {all.map((one) => (
            <CampaignRow
              key={one.id}
              campaign={one}
              run={runs.find(({ campaign }) => campaign === one.id) ?? null}
              onOpen={(what) => open({ what, campaign: one })}
            />
          ))}
        </ul>
      </StatefulContent>
      {/* The accounts that it names are read again when they change, and the recipients counted. */}
      {opened?.what === 'form' ? (
        <CampaignDialog key={campaign?.customUserIds.join()} campaign={campaign} onClose={close} />
      ) : null}
      {opened?.what === 'run' && campaign ? (
        <RunNow key={terms} campaign={campaign} isChanged={terms !== termsOf(opened.campaign)} onClose={close} />
      ) : null}
      {opened?.what === 'delete' && campaign ? <DeleteCampaign campaign={campaign} onClose={close} /> : null}
    </Part>
  )
}

const termsOf = (campaign: Campaign) => JSON.stringify(CampaignTerms.parse(campaign))

interface RowProps {
  readonly campaign: Campaign
  /** Null while none is under way. */
  readonly run: CampaignRun | null
  readonly onOpen: (what: 'form' | 'run' | 'delete') => void
}

const missedWhy = {
  down: 'the hub was down for more than 12 hours',
  running: 'the run before was still under way',
  off: 'currency was switched off',
} as const
const pausedTexts = {
  erased:
    'An account that set up this campaign was erased, so the campaign was paused. Check it, and activate it again.',
  rights:
    'The account that set up this campaign lost its permission for campaigns, so the campaign was paused. Check it, and activate it again.',
} as const

function CampaignRow({ campaign, run, onOpen }: RowProps) {
  const { name, description, isActive, nextRunDate, lastRun, totalDeliveries, missed } = campaign
  return (
    <li className={styles.row} data-paused={!isActive || undefined}>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.state} data-active={isActive || undefined}>
          {isActive ? 'Active' : 'Paused'}
        </span>
      </div>
      {description === '' ? null : <p className={styles.soft}>{description}</p>}
      <p>
        <strong>{amountsInWords(campaign.currencies)}</strong> to {targetInWords(campaign)}.{' '}
        <span className={styles.soft}>{scheduleInWords(campaign)}</span>
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Next run</dt>
          <dd>{nextRunDate === null ? '–' : <On at={nextRunDate} />}</dd>
        </div>
        <div>
          <dt>Last run</dt>
          <dd>{lastRun === null ? 'Never' : <On at={lastRun} />}</dd>
        </div>
        <div>
          <dt>Deliveries</dt>
          <dd>{numberText(totalDeliveries)}</dd>
        </div>
      </dl>
      {missed ? (
        <p className={styles.warn}>
          {missed.why === 'erased' || missed.why === 'rights' ? (
            pausedTexts[missed.why]
          ) : (
            <>
              The run of <On at={missed.at} /> was skipped: {missedWhy[missed.why]}.
            </>
          )}
        </p>
      ) : null}
      {run ? (
        <ProgressBar
          label="Processing"
          value={run.progress}
          max={1}
          text={`${Math.floor(run.progress * 100)}%, ${numberText(run.recipientCount)} paid`}
        />
      ) : null}
      <RowActions campaign={campaign} isRunning={run !== null} onOpen={onOpen} />
    </li>
  )
}

function RowActions({ campaign, isRunning, onOpen }: Omit<RowProps, 'run'> & { readonly isRunning: boolean }) {
  const { id, name, isActive } = campaign
  const status = useCommand(setCampaignActive)
  const [mayRun, mayChange] = [useMay(runCampaign), useMay(changeCampaign)]
  return (
    <>
      <div className={styles.acts}>
        {mayRun ? (
          <Button disabled={!isActive || isRunning} aria-label={`Run Now: ${name}`} onClick={() => onOpen('run')}>
            Run Now
          </Button>
        ) : null}
        {status.allowed ? (
          <Button
            busyLabel={status.busy ? 'Saving…' : null}
            aria-label={`${isActive ? 'Pause' : 'Activate'} ${name}`}
            onClick={() => void status.run({ id, isActive: !isActive })}
          >
            {isActive ? 'Pause' : 'Activate'}
          </Button>
        ) : null}
        {mayChange ? (
          <Button aria-label={`Edit ${name}`} onClick={() => onOpen('form')}>
            Edit
          </Button>
        ) : null}
        <Button tone="quiet" disabled={isRunning} aria-label={`Delete ${name}`} onClick={() => onOpen('delete')}>
          Delete
        </Button>
      </div>
      {status.refusal ? (
        <Problem onDismiss={status.dismiss}>{`${statusFailed}. ${status.refusal.message}`}</Problem>
      ) : null}
    </>
  )
}

interface RunNowProps {
  readonly campaign: Campaign
  /** Who is paid, or how much, was changed since it was opened. */
  readonly isChanged: boolean
  readonly onClose: () => void
}

/** Asks once, and says how many users get it. */
function RunNow({ campaign, isChanged, onClose }: RunNowProps) {
  const { value, refusal: uncounted } = useQuery(countRecipients, { id: campaign.id })
  const { run, busy, refusal } = useCommand(runCampaign)
  const showToast = useSetAtom(showToastAtom)
  const confirm = async () => {
    const answer = await run({ id: campaign.id, seen: CampaignTerms.parse(campaign) })
    if (!answer.ok) return
    showToast(`${campaign.name} is running.`)
    onClose()
  }
  if (value?.recipients === 0)
    return (
      <Dialog title={`${campaign.name} has no recipients`} hasClose={false} onClose={onClose}>
        <DialogBody>
          <p>It gives to {targetInWords(campaign)}, and there are none now. A run would pay no one.</p>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  const who = value === null ? null : value.recipients === 1 ? '1 account' : `${numberText(value.recipients)} accounts`
  return (
    <Confirm
      title={who === null ? `Run ${campaign.name} now?` : `Run ${campaign.name} now for ${who}?`}
      action="Run now"
      tone="main"
      busyLabel={busy ? 'Starting…' : null}
      refusal={refusal ? `${runFailed}. ${refusal.message}` : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {isChanged ? <p role="alert">Someone else changed this campaign in the meantime.</p> : null}
      <p>Each gets {amountsInWords(campaign.currencies)}, once. The next scheduled run stays as it is.</p>
      {who === null ? <p>{uncounted ? uncounted.message : 'Counting the recipients…'}</p> : null}
    </Confirm>
  )
}

function DeleteCampaign({ campaign, onClose }: { readonly campaign: Campaign; readonly onClose: () => void }) {
  const { id, name } = campaign
  const { run, busy, refusal } = useCommand(deleteCampaign)
  const { run: restore, allowed: mayRestore } = useCommand(restoreCampaign)
  const showToast = useSetAtom(showToastAtom)
  const undo = async () => {
    const answer = await restore({ id })
    showToast(answer.ok ? `${name} is restored.` : answer.message)
  }
  const confirm = async () => {
    if (!(await run({ id })).ok) return
    showToast(`${name} is deleted.`, mayRestore ? () => void undo() : null)
    onClose()
  }
  return (
    <Confirm
      title={`Delete ${name}?`}
      action="Delete campaign"
      busyLabel={busy ? 'Deleting…' : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>It gives nothing any more. What it gave stays with the recipients, and the history keeps its runs.</p>
    </Confirm>
  )
}
