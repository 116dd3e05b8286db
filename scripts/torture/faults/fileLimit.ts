import { execFileSync } from 'node:child_process'

/** The largest file that a process may write from now on, in bytes; null for any. Stands for a disk that is full. */
export function limitFiles(pid: number, bytes: number | null) {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`], { stdio: 'ignore' })
}
