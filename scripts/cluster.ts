// Several hubs that are one, on this machine, for development. Ctrl+C stops them in order.
import { clusterArguments, clusterUsage } from './cluster/clusterArguments.ts'
import { startCluster } from './cluster/startCluster.ts'

async function main() {
  const wish = clusterArguments(process.argv.slice(2))
  if (!wish) return console.log(clusterUsage)
  const cluster = await startCluster(wish, console.log)
  let stopping: Promise<void> | null = null
  const stop = () => {
    if (stopping) process.exit(1)
    console.log('Stopping, one node after the other … (once more to stop at once)')
    stopping = cluster.stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

main().catch((error: Error) => {
  console.error(`${error.message}\n\n${clusterUsage}`)
  process.exit(1)
})
