import { useId } from 'react'
import { longestTokenMs } from '../../../shared/features/tokens/tokens.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './TokenForm.module.css'
import { dateOf, type TokenLength, tokenLengths } from './tokenEnd.ts'

interface EndChoiceProps {
  readonly length: TokenLength
  readonly date: string
  readonly problem: string | null
  readonly onLength: (length: TokenLength) => void
  readonly onDate: (date: string) => void
}

const isLength = (value: string): value is TokenLength =>
  value === 'date' || tokenLengths.some(({ key }) => key === value)

/** When the token ends: after a while, or on a day. */
export function EndChoice({ length, date, problem, onLength, onDate }: EndChoiceProps) {
  const { serverNow } = useConnection()
  const id = useId()
  return (
    <>
      <div className={styles.choice}>
        <label htmlFor={id}>It ends after</label>
        <select id={id} value={length} onChange={({ target }) => isLength(target.value) && onLength(target.value)}>
          {tokenLengths.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value="date">a day of my choice</option>
        </select>
      </div>
      {length === 'date' ? (
        <Field
          label="The last day"
          type="date"
          min={dateOf(serverNow())}
          max={dateOf(serverNow() + longestTokenMs)}
          value={date}
          problem={problem}
          onValue={onDate}
        />
      ) : null}
    </>
  )
}
