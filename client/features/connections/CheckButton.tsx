import { mainServer } from '../../../shared/engine/ids.ts'
import { checkConnections, checkPauseMs } from '../../../shared/features/connections/commands.ts'
import { connections } from '../../../shared/features/connections/connections.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useNow } from '../../ui/Time.tsx'

interface CheckButtonProps {
  readonly verb: 'Try' | 'Check'
  /** What the button says: `Check again`. */
  readonly face: string
  /** What is tried, where several buttons say the same. */
  readonly what?: string
  readonly tone?: 'plain' | 'main'
}

/** Has all connections checked. The hub does so once in ten seconds at most: until then the button says how long is left, and keeps the focus. */
export function CheckButton({ verb, face, what, tone = 'plain' }: CheckButtonProps) {
  const { value } = useDocument(connections, mainServer)
  const { run, busy, refusal, dismiss, allowed } = useCommand(checkConnections)
  const now = useNow()
  const leftMs = value?.askedAt == null ? 0 : value.askedAt + checkPauseMs - now
  const shown = leftMs > 0 ? `${verb} again in ${Math.ceil(leftMs / 1_000)} s` : face
  return (
    <>
      <Button
        tone={tone}
        aria-label={what && `${shown}: ${what}`}
        disabled={!allowed}
        aria-disabled={leftMs > 0 || undefined}
        busyLabel={busy || value?.isChecking ? (verb === 'Try' ? 'Trying…' : 'Checking…') : null}
        onClick={() => leftMs <= 0 && void run({ server: mainServer })}
      >
        {shown}
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}
