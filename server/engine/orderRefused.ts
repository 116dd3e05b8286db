/** An order of the hub's own that was answered "no": with the code and the sentence that a person would be told. */
export class OrderRefused extends Error {
  readonly code: string
  constructor(name: string, code: string, message: string) {
    super(message)
    this.name = `OrderRefused (${name}, ${code})`
    this.code = code
  }
  /** Whether it was the store that could not take it, and not the order that was wrong. */
  get isOfTheStore() {
    return ['storageFull', 'unavailable', 'fateUnknown'].includes(this.code)
  }
}
