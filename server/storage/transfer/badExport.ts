/**
 * Why a file is not imported. 'notOurs': something else. 'otherForm': of a release that writes another form. 'cut': its end is
 * missing. 'changed': it is not as it was written. 'unreadable': the system does not give it.
 */
export type BadExportCode = 'notOurs' | 'otherForm' | 'cut' | 'changed' | 'unreadable'

/** The file is no export that can be trusted. Nothing of it was imported. */
export class BadExport extends Error {
  readonly code: BadExportCode
  constructor(code: BadExportCode, file: string, wrong: string, remedy: string) {
    super(`${file} ${wrong} ${remedy}`)
    this.code = code
  }
}

const AGAIN = 'Export again, or use another copy of the file.'

export const changed = (file: string, wrong: string) => new BadExport('changed', file, wrong, AGAIN)
export const cut = (file: string, wrong: string) => new BadExport('cut', file, wrong, AGAIN)
