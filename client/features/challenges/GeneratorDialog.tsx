import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import {
  type Challenge,
  type CurrencyChoice,
  currencyChoices,
  fewestChallenges,
  mostChallenges,
  setSizes,
} from '../../../shared/features/challenges/challenge.ts'
import { approveUpdate } from '../../../shared/features/challenges/commands.ts'
import { currencyChoiceNames, generateChallenges } from '../../../shared/features/challenges/generate.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Price } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { DifficultyBadge } from './ChallengeCard.tsx'
import styles from './Challenges.module.css'
import { limitText, seenHow } from './challengeTexts.ts'

const counts = Array.from({ length: mostChallenges - fewestChallenges + 1 }, (_, nth) => fewestChallenges + nth)
const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

const currencyOptions = (givesPearls: boolean) =>
  currencyChoices
    .filter((key) => key !== 'voidPearls' || givesPearls)
    .map((key) => ({ key, name: currencyChoiceNames[key] }))

interface GeneratorDialogProps {
  /** Whether an approved update is due. */
  readonly isPending: boolean
  readonly onClose: () => void
}

/** Makes a daily set: the dice propose, staff choose from it and approve. */
export function GeneratorDialog({ isPending, onClose }: GeneratorDialogProps) {
  const [count, setCount] = useState<number>(setSizes.daily)
  const [currency, setCurrency] = useState<CurrencyChoice>('auto')
  const [seed, setSeed] = useState(newSeed)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTest, setTest] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(approveUpdate)
  const problem = refusal?.code === 'forbidden' ? 'Admin verification required!' : refusal?.message
  const showToast = useSetAtom(showToastAtom)
  const givesPearls = useAtomValue(accessAtom).may.includes('addCurrency')
  const made = useMemo(
    () => generateChallenges({ kind: 'daily', count, currency, seed, at: 0 }),
    [count, currency, seed],
  )
  const chosen = made.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  const roll = () => {
    setSeed(newSeed())
    setLeft(new Set())
  }
  const approve = async () => {
    if (!(await run({ seed, count, currency, chosen, isTest })).ok) return
    showToast(
      isTest
        ? 'Test update approved. It becomes active in 30 seconds.'
        : 'Update approved. It becomes active in 5 hours.',
    )
    onClose()
  }
  return (
    <Dialog title="Challenge generator" size="wide" onClose={onClose}>
      <DialogBody>
        <Stack>
          <div className={styles.fields}>
            <Select
              label="Challenges"
              options={counts.map((one) => ({ key: String(one), name: String(one) }))}
              value={String(count)}
              onValue={(key) => {
                setCount(Number(key))
                setLeft(new Set())
              }}
            />
            <Select
              label="Reward currency"
              options={currencyOptions(givesPearls)}
              value={currency}
              onValue={setCurrency}
            />
            <div className={styles.roll}>
              <Button onClick={roll}>Generate again</Button>
            </div>
          </div>
          <Preview made={made} left={left} onLeave={setLeft} />
          <Checkbox
            label="Test mode"
            hint="Active after 30 seconds instead of 5 hours."
            checked={isTest}
            onCheck={setTest}
          />
          {isPending ? <p role="status">This replaces the update that is pending now.</p> : null}
          {problem ? <Problem onDismiss={dismiss}>{problem}</Problem> : null}
          {chosen.length === 0 ? <p role="status">Select at least one challenge.</p> : null}
        </Stack>
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={busy} onCancel={onClose} />
        <Button
          tone="main"
          disabled={chosen.length === 0}
          busyLabel={busy ? 'Approving…' : null}
          onClick={() => void approve()}
        >
          Approve {chosen.length} {chosen.length === 1 ? 'challenge' : 'challenges'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PreviewProps {
  readonly made: readonly Challenge[]
  /** Ids that are not taken. */
  readonly left: ReadonlySet<string>
  readonly onLeave: (left: ReadonlySet<string>) => void
}

const Preview = ({ made, left, onLeave }: PreviewProps) => (
  <ul className={styles.preview} aria-label="Preview">
    {made.map(({ id, title, description, reward, timeLimit, category, difficulty, goal }) => (
      <li key={id}>
        <Checkbox
          label={title}
          hint={`${description} ${seenHow[goal.measure]}`}
          checked={!left.has(id)}
          onCheck={(isTaken) => onLeave(new Set(isTaken ? [...left].filter((one) => one !== id) : [...left, id]))}
        />
        <span className={styles.facts}>
          <DifficultyBadge challenge={{ difficulty }} />
          <span>{category}</span>
          <span>{limitText(timeLimit)}</span>
          <Price {...reward} />
        </span>
      </li>
    ))}
  </ul>
)
