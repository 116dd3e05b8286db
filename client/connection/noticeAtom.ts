import { atom } from 'jotai'
import type { Notice } from '../../shared/protocol/notice.ts'

/** What the hub last had to say about this connection itself; null while there is nothing. Written by the connection. */
export const noticeAtom = atom<Notice | null>(null)
