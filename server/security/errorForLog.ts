const deepestCause = 3

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggedError
}

/** What a log tells of an error. Not whatever else hangs on it: a library may hang the request there, with its cookie. */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown', stack: '' }
  const { name, message, stack = '', cause, code } = error as Error & { code?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && depth < deepestCause && { cause: errorForLog(cause, depth + 1) }),
  }
}
