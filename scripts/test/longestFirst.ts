import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long begins early, so that nothing long is left over when all else is done. */
const longFiles =
  /(packTraffic|transfer|takeOver|rollingDeploy|lookingBack|main|liveMap|staffMap)\.(integration|browser)\./

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longFiles.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
