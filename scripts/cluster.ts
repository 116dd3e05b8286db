// npm run cluster: several nodes of one hub on this machine, for development. Ctrl+C stops them in order.
import { clusterOptions, clusterUsage } from './cluster/clusterOptions.ts'
import { type Cluster, startCluster } from './cluster/startCluster.ts'

async function main() {
  const options = readOptions()
  if (!options) return console.log(clusterUsage)
  let cluster: Cluster | null = null
  let isStopping = false
  const stop = () => {
    // A second Ctrl+C, or one before everything has started, ends at once; the child processes end with this one.
    if (isStopping || !cluster) process.exit(1)
    isStopping = true
    console.log('Stopping, one node after the other … (Ctrl+C again to stop at once)')
    cluster.stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  cluster = await startCluster(options, console.log)
}

/** @throws an error with the usage */
function readOptions() {
  try {
    return clusterOptions(process.argv.slice(2))
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${clusterUsage}`, { cause: error })
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
