import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Long files start first, so that none is left alone at the end. */
const longFiles =
  /(packTraffic|transfer|takeOver|rollingDeploy|lookingBack|main|liveMap|staffMap)\.(integration|browser)\./

const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId)
/** A file that runs in an imitated browser. */
const isScreen = ({ moduleId }: TestSpecification) => moduleId.endsWith('.test.tsx')

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rest = sorted.filter((file) => !isLong(file))
    // Screens follow each other: Vitest ends a worker, and all modules that it has loaded, when the next file has another environment.
    return [...sorted.filter(isLong), ...rest.filter(isScreen), ...rest.filter((file) => !isScreen(file))]
  }
}
