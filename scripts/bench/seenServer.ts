import { createServer } from 'node:http'
import { createGateway } from '../../server/gateway/gateway.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { person } from '../../server/testing/principals.ts'
import { unlimited } from '../../server/testing/unlimited.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import { answerParent } from './childProcess.ts'
import { listening } from './fanOutPaths.ts'
import { benchFolder, openJournalHub } from './journalHub.ts'

// A hub with sockets and a journal on the disk. All clients have the same principal, who may read one purse.

const { folder, remove } = benchFolder('seen')
const { hub } = await openJournalHub(2, () => openSqliteStorage({ folder }))
const server = createServer()
createGateway({
  hub,
  server,
  principalOf: () => person('p0'),
  allowedOrigins: () => true,
  limits: unlimited,
  hello: ({ may }) => ({
    protocol: protocolVersion,
    epoch: hub.epoch,
    now: Date.now(),
    community: 'Bench',
    demo: true,
    principal: null,
    may: [...may],
  }),
})
const port = await listening(server)

const answers = {
  port: () => port,
  async close() {
    await hub.close()
    remove()
  },
}
export type SeenAnswers = typeof answers

answerParent(answers)
