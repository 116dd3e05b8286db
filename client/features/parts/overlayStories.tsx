import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Field } from '../../ui/Field.tsx'
import { ContextMenu, Menu, type MenuItem } from '../../ui/Menu.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { IconButton, Tooltip } from '../../ui/Tooltip.tsx'
import { Row, Story } from './Story.tsx'

/** The parts that open over the page or beside it. They open in the theme of the page. */
export const OverlayStories = () => (
  <>
    <Story part="Menu" about="Actions under a button. Harmless ones first; what cannot be done now says why.">
      <Row>
        <Menu label="Actions on Rex" face="Actions" items={actions} align="start" />
        <Menu label="More" face={<Dots />} items={actions.slice(0, 3)} align="start" />
        <AtPoint />
      </Row>
    </Story>
    <Story part="Tooltip" about="Every icon button shows its name on hover and keyboard focus.">
      <Row>
        <IconButton label="Whole island" keys="0" onPress={() => {}}>
          <Stroke>
            <path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4" />
          </Stroke>
        </IconButton>
        <IconButton label="Heat layer" pressed onPress={() => {}}>
          <Stroke>
            <path d="M10 3c3 4 5 6 5 9a5 5 0 0 1-10 0c0-2 1-3 2-4 1 1 1.500 1 2 1 0-2 0-4 1-6z" />
          </Stroke>
        </IconButton>
        <IconButton label="Undo" disabled onPress={() => {}}>
          <Stroke>
            <path d="M4 8h8a4 4 0 0 1 0 8H8M7 5 4 8l3 3" />
          </Stroke>
        </IconButton>
        <Tooltip text="The game link is down.">
          <Button>A button with a note</Button>
        </Tooltip>
      </Row>
    </Story>
    <Story part="Dialog" about="A modal dialog, a question before a permanent action, and one that was refused.">
      <Row>
        <Opens label="Open a dialog">{(close) => <SampleDialog onClose={close} />}</Opens>
        <Opens label="Ask first">{(close) => <SampleQuestion refusal={null} onClose={close} />}</Opens>
        <Opens label="Refused">
          {(close) => <SampleQuestion refusal="Rex left the server a moment ago." onClose={close} />}
        </Opens>
      </Row>
    </Story>
    <Story part="Drawer" about="Beside the page from 1024 px, a sheet over it below. Escape closes it.">
      <Opens label="Open the drawer">
        {(close) => (
          <Drawer title="Emberclaw" onClose={close}>
            <Stack>
              <p>Tyrannosaurus, 68% grown. C5, near Swamps.</p>
              <Button>Show on map</Button>
              <Button>Message</Button>
              <Button tone="danger">Kick</Button>
            </Stack>
          </Drawer>
        )}
      </Opens>
    </Story>
    <Story part="Toast" about="What was just done, with an undo. It closes by itself, but not under the pointer.">
      <Toasting />
    </Story>
  </>
)

const actions: readonly MenuItem[] = [
  { key: 'show', name: 'Show on map', onChoose: () => {} },
  { key: 'message', name: 'Message', onChoose: () => {} },
  { key: 'heal', name: 'Heal', onChoose: () => {}, disabled: 'Rex is offline.' },
  { key: 'kick', name: 'Kick', onChoose: () => {}, danger: true, startsGroup: true },
  { key: 'ban', name: 'Ban…', onChoose: () => {}, danger: true, detail: 'Past bans: 2' },
]

const Dots = () => (
  <Stroke>
    <path d="M4.500 10h.01M10 10h.01M15.500 10h.01" strokeWidth={3} />
  </Stroke>
)

function AtPoint() {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number } | null>(null)
  return (
    <>
      <Button
        onContextMenu={(event) => {
          event.preventDefault()
          setAt({ x: event.clientX, y: event.clientY })
        }}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect()
          setAt({ x: left + 8, y: bottom - 8 })
        }}
      >
        Right-click me
      </Button>
      {at ? <ContextMenu label="Here" items={actions} at={at} onClose={() => setAt(null)} /> : null}
    </>
  )
}

function Opens({ label, children }: { readonly label: string; readonly children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  )
}

function SampleDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  return (
    <Dialog title="Message Emberclaw" onClose={onClose}>
      <DialogBody>
        <Field label="Message" value={text} onValue={setText} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="main" onClick={onClose}>
          Send
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const SampleQuestion = ({ refusal, onClose }: { readonly refusal: string | null; readonly onClose: () => void }) => (
  <Confirm
    title="Kick Rex?"
    action="Kick Rex"
    busyLabel={null}
    refusal={refusal}
    onConfirm={onClose}
    onCancel={onClose}
  >
    Rex is disconnected from the server and can come back at once.
  </Confirm>
)

function Toasting() {
  const show = useSetAtom(showToastAtom)
  return (
    <Row>
      <Button onClick={() => show('The pack code was copied.')}>Show a toast</Button>
      <Button onClick={() => show('You left Night Runners.', () => show('You are back in Night Runners.'))}>
        With undo
      </Button>
    </Row>
  )
}
