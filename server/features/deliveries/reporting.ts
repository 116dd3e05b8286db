import type { Command, OutputOf } from '../../../shared/engine/command.ts'
import type { Hub } from '../../engine/hub.ts'
import { OrderRefused } from '../../engine/orderRefused.ts'
import type { Pauses } from './pauses.ts'

/** What the journal would not take is told again after this. */
export const tellAgainMs = 1_000

interface ReportingParts {
  readonly hub: Pick<Hub, 'order'>
  readonly server: string
  readonly pauses: Pauses
  readonly onFault: (what: string, error: unknown) => void
}

/** Tells the hub of deliveries. What it tells is durable when it resolves. */
export function createReporting({ hub, server, pauses, onFault }: ReportingParts) {
  const once = async <C extends Command>({ name }: C, input: object): Promise<OutputOf<C> | 'moved' | 'notKept'> => {
    try {
      return (await hub.order('deliveries', name, { server, ...input })) as OutputOf<C>
    } catch (error) {
      if (error instanceof OrderRefused && error.code === 'moved') return 'moved'
      if (!(error instanceof OrderRefused && error.isOfTheStore)) onFault(name, error)
      return 'notKept'
    }
  }
  return {
    /** Null when it is not so any more, or could not be kept; then some time has passed. */
    async attempt<C extends Command>(command: C, input: object): Promise<OutputOf<C> | null> {
      const told = await once(command, input)
      if (told === 'notKept') await pauses.pause(tellAgainMs)
      return told === 'notKept' || told === 'moved' ? null : told
    },
    /** Again and again, until it is kept, or is not so any more, or the work is stopped: what has happened is known only here. */
    async insist<C extends Command>(command: C, input: object): Promise<void> {
      while ((await once(command, input)) === 'notKept' && !pauses.isStopped()) await pauses.pause(tellAgainMs)
    },
  }
}
export type Reporting = ReturnType<typeof createReporting>
