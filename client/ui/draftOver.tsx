import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { Button } from './Button.tsx'
import { useDraft } from './useDraft.ts'

/**
 * A draft over something that others can change, too: while nothing is typed, the fields hold what is so now.
 * @param now as the fields have it @param says the same as a text, by which it is compared
 */
export function useDraftOver<Value extends object>(
  name: string,
  schema: z.ZodType<Value>,
  now: Value,
  says = JSON.stringify(now),
) {
  /** What is typed, and over what. */
  const Held = useMemo(() => z.object({ over: z.string(), draft: schema }).nullable(), [schema])
  const { value: held, change, clear } = useDraft<{ over: string; draft: Value } | null>(name, Held, null)
  return {
    draft: held?.draft ?? now,
    change: (part: Partial<Value>) =>
      change((before) => ({ over: before?.over ?? says, draft: { ...(before?.draft ?? now), ...part } })),
    /** The fields hold what is so now. */
    clear,
    /** What was typed since it was sent stays, over what was saved. @param saved as `says` will have it */
    saved(saved: string) {
      clear()
      change((before) => before && { ...before, over: saved })
    },
    /** Whether someone else has changed it since. */
    isOvertaken: held !== null && held.over !== says && JSON.stringify(held.draft) !== JSON.stringify(now),
  }
}

interface OvertakenProps {
  readonly onTake: () => void
  /** What someone else has saved, in a sentence. */
  readonly children: ReactNode
}

/** Says what someone else has saved meanwhile: what is typed stays until one of the two is chosen. */
export const Overtaken = ({ onTake, children }: OvertakenProps) => (
  <div>
    <p role="alert">{children} Saving overwrites that.</p>
    <Button onClick={onTake}>Use theirs</Button>
  </div>
)
