import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Long files start first, so that none is left alone at the end. */
const longFiles =
  /(packTraffic|transfer|takeOver|rollingDeploy|lookingBack|main|liveMap|staffMap)\.(integration|browser)\./

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
