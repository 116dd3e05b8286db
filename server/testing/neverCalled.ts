/** In place of a function that a test does not use. */
export const neverCalled = () => {
  throw new Error('This is not called in this test')
}
