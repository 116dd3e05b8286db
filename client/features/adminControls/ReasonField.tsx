import { Chip } from '../../ui/Chip.tsx'
import { ChipSet } from '../../ui/ChipSet.tsx'
import { Field } from '../../ui/Field.tsx'
import { useDeliveries } from '../deliveries/useDeliveries.ts'

interface ReasonFieldProps {
  readonly reason: string
  readonly onReason: (reason: string) => void
}

const mostOffered = 5

/** Why somebody is kicked or banned; what staff gave as a reason lately is a press away. */
export function ReasonField({ reason, onReason }: ReasonFieldProps) {
  const given = useDeliveries().all.map(({ detail }) => detail.reason?.trim() ?? '')
  const before = [...new Set(given)].filter(Boolean).slice(0, mostOffered)
  return (
    <>
      <Field label="Reason (optional)" autoComplete="off" maxLength={200} value={reason} onValue={onReason} />
      {before.length === 0 ? null : (
        <ChipSet legend="Reasons given before" place="unseen">
          {before.map((each) => (
            <Chip key={each} aria-pressed={each === reason.trim()} onClick={() => onReason(each)}>
              {each}
            </Chip>
          ))}
        </ChipSet>
      )}
    </>
  )
}
