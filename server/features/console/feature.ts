import * as commands from '../../../shared/features/console/console.ts'
import { commandTest, consoleAccounts, consoleHistory } from '../../../shared/features/console/console.ts'
import type { Feature } from '../../engine/feature.ts'
import type { Hub } from '../../engine/hub.ts'
import { implement } from '../../engine/rule.ts'
import { onDeliveryChange } from '../deliveries/worker.ts'
import { cancelTest, continueTest, eraseFromTest, followDelivery, startTest } from './commandTest.ts'
import { clearHistory, enterLine, eraseFromAccounts, eraseFromHistories, keepLine } from './history.ts'

/** The console of staff: lines become orders, kept with their answers; and a test of the game's commands. */
export const consoleFeature: Feature = {
  name: 'console',
  documents: [consoleHistory, consoleAccounts, commandTest],
  removals: [
    { kind: consoleHistory, remove: eraseFromHistories },
    { kind: consoleAccounts, remove: eraseFromAccounts },
    { kind: commandTest, remove: eraseFromTest },
  ],
  commands: [
    implement(commands.enterLine, enterLine),
    implement(commands.keepLine, keepLine),
    implement(commands.clearHistory, clearHistory),
    implement(commands.followDelivery, followDelivery),
    implement(commands.startTest, startTest),
    implement(commands.cancelTest, cancelTest),
    implement(commands.continueTest, continueTest),
  ],
  queries: [],
}

interface ConsoleWorkerDeps {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish'>
  readonly server: string
  readonly onFault: (what: string, error: unknown) => void
}

/** Brings the answers of deliveries to the console, once they are durable. Those that changed while no worker ran follow at the start. */
export function startConsoleWorker({ hub, server, onFault }: ConsoleWorkerDeps): () => void {
  const isShown = (account: string, delivery: string) =>
    Object.hasOwn(hub.read(consoleHistory, account).lines, delivery) ||
    Object.hasOwn(hub.read(commandTest, server).results, delivery)
  const follow = (account: string, delivery: string) =>
    void hub
      .execute('console', commands.followDelivery.name, { server, account, delivery })
      .catch((error: unknown) => onFault(commands.followDelivery.name, error))
  const stop = onDeliveryChange({ hub, server }, ({ id, by }) => {
    if (isShown(by, id)) follow(by, id)
  })
  for (const account of Object.keys(hub.read(consoleAccounts).accounts))
    for (const { delivery, tone } of Object.values(hub.read(consoleHistory, account).lines))
      if (delivery !== null && tone === 'waiting') follow(account, delivery)
  for (const [delivery, { tone }] of Object.entries(hub.read(commandTest, server).results))
    if (tone === 'waiting') follow('', delivery)
  return stop
}
