/** What a test can do to the appends of one node. */
export function createAppendFaults() {
  let gate: Promise<void> = Promise.resolve()
  let open = () => {}
  let failure: Error | null = null
  let afterWrite: (() => void) | null = null
  return {
    /** Before anything is written. @throws what the test wants */
    async before() {
      await gate
      if (failure) throw failure
    },
    /** It is written, and its reply has not been sent. */
    after() {
      const act = afterWrite
      afterWrite = null
      act?.()
    },
    controls: {
      /** Appends wait before they are written. */
      hold() {
        gate = new Promise((resolve) => {
          open = resolve
        })
      },
      release: () => open(),
      /** Appends are not written and fail with this, until it is null again. */
      fail(error: Error | null) {
        failure = error
      },
      /** Once, when the next append is written and before its reply is sent. */
      onceWritten(act: () => void) {
        afterWrite = act
      },
    },
  }
}
export type AppendFaults = ReturnType<typeof createAppendFaults>
