import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, CheckboxGroup } from '../../ui/Checkbox.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { DateTimeField } from '../../ui/DateTimeField.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Slider } from '../../ui/Slider.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { Columns, Row, Story } from './Story.tsx'

/** The parts in which users type, choose and act. */
export const FormStories = () => (
  <>
    <Story part="Button" about="Four tones: at rest, pressed as a toggle, disabled, and busy.">
      <ButtonStory />
    </Story>
    <Story part="Chip" about="Short options in a row, of which one may be chosen.">
      <ChipStory />
    </Story>
    <Story
      part="Field"
      about="One line of text. Text that is too long is kept and reported, lines are joined, each script keeps its direction."
    >
      <FieldStory />
    </Story>
    <Story part="NumberField" about="Takes commas between thousands. Arrows count up and down.">
      <NumberStory />
    </Story>
    <Story part="Select" about="One of several options. It can start with none chosen.">
      <SelectStory />
    </Story>
    <Story part="Combobox" about="A field with a list of matches: arrows go through it, Enter picks, Escape closes.">
      <ComboboxStory />
    </Story>
    <Story
      part="DateTimeField"
      about="Names the zone. Asks which of two equal times is meant, and refuses a skipped one."
    >
      <DateTimeStory />
    </Story>
    <Story part="Checkbox" about="A choice that takes effect with its form; alone or in a group.">
      <CheckboxStory />
    </Story>
    <Story part="Toggle" about="A switch that takes effect at once.">
      <ToggleStory />
    </Story>
    <Story part="Slider" about="A number in a range.">
      <SliderStory />
    </Story>
    <Story part="Form" about="Submit it as it is: each wrong field says why, and the first gets the focus.">
      <FormStory />
    </Story>
  </>
)

function ButtonStory() {
  const [isOn, setOn] = useState(true)
  return (
    <Row>
      {(['main', 'plain', 'danger', 'quiet'] as const).map((tone) => (
        <Row key={tone}>
          <Button tone={tone}>{tone}</Button>
          <Button tone={tone} aria-pressed={isOn} onClick={() => setOn(!isOn)}>
            {isOn ? 'on' : 'off'}
          </Button>
          <Button tone={tone} disabled>
            disabled
          </Button>
          <Button tone={tone} busyLabel="Sending…">
            busy
          </Button>
        </Row>
      ))}
    </Row>
  )
}

function ChipStory() {
  const [chosen, setChosen] = useState('1 week')
  return (
    <ChipSet legend="Length">
      {['1 day', '1 week', '1 month'].map((length) => (
        <Chip key={length} aria-pressed={length === chosen} onClick={() => setChosen(length)}>
          {length}
        </Chip>
      ))}
      <Chip disabled>Permanent</Chip>
    </ChipSet>
  )
}

function FieldStory() {
  const [reason, setReason] = useState('')
  const [long, setLong] = useState('A reason that is longer than its limit')
  const [arabic, setArabic] = useState('ديناصور 🦖')
  return (
    <Columns>
      <Field
        label="Reason"
        hint="Shown to the player."
        placeholder="Spawn killing"
        value={reason}
        onValue={setReason}
      />
      <Field label="Too long" longest={30} problem="At most 30 characters. Remove 8." value={long} onValue={setLong} />
      <Field label="Right to left" value={arabic} onValue={setArabic} />
      <Field label="Disabled" disabled value="Cannot be changed" onValue={() => {}} />
    </Columns>
  )
}

function NumberStory() {
  const [amount, setAmount] = useState('1,500')
  const [days, setDays] = useState('8')
  return (
    <Columns>
      <NumberField label="Amount" step={1} least={1} most={100_000} value={amount} onValue={setAmount} />
      <NumberField
        label="Days"
        step={1}
        least={1}
        most={7}
        problem="Enter a whole number from 1 to 7."
        value={days}
        onValue={setDays}
      />
      <NumberField label="Fixed" disabled value="12" onValue={() => {}} />
    </Columns>
  )
}

const lengths = [
  { key: 'day', name: '1 day' },
  { key: 'week', name: '1 week' },
  { key: 'permanent', name: 'Permanent' },
] as const
type Length = (typeof lengths)[number]['key']

function SelectStory() {
  const [length, setLength] = useState<Length | null>(null)
  return (
    <Columns>
      <Select<Length>
        label="Length"
        placeholder="Choose a length"
        options={lengths}
        value={length}
        onValue={setLength}
      />
      <Select<Length>
        label="Refused"
        problem="You may not ban permanently."
        options={lengths}
        value="permanent"
        onValue={() => {}}
      />
      <Select<Length> label="Fixed length" disabled options={lengths} value="day" onValue={() => {}} />
    </Columns>
  )
}

const regions = ['Central River', 'Highlands Sector', 'North Lake', 'South Plains', 'Swamps']

function ComboboxStory() {
  const [text, setText] = useState('')
  const matches = regions.filter((name) => name.toLowerCase().includes(text.toLowerCase()))
  return (
    <Columns>
      <Combobox
        label="Region"
        listLabel="Regions"
        hint="Part of its name."
        text={text}
        onText={setText}
        options={matches.map((name) => ({ key: name, name, detail: 'region' }))}
        onPick={({ name }) => setText(name)}
      />
      <Combobox
        label="Unknown"
        listLabel="None"
        problem="No region matches."
        text="Atlantis"
        onText={() => {}}
        options={[]}
        onPick={() => {}}
      />
    </Columns>
  )
}

function DateTimeStory() {
  const [start, setStart] = useState('2026-11-30T14:05')
  const [twice, setTwice] = useState('2026-10-25T02:30')
  const [skipped, setSkipped] = useState('2026-03-29T02:30')
  return (
    <Columns>
      <DateTimeField label="Start" value={start} onValue={setStart} />
      <DateTimeField label="Comes twice" zone="Europe/Berlin" value={twice} onValue={setTwice} />
      <DateTimeField
        label="Skipped"
        zone="Europe/Berlin"
        problem="The clocks go from 02:00 to 03:00 that day, so 02:30 does not exist. Enter an earlier or a later time."
        value={skipped}
        onValue={setSkipped}
      />
    </Columns>
  )
}

function CheckboxStory() {
  const [isOn, setOn] = useState(true)
  const [chosen, setChosen] = useState<readonly Length[]>(['day'])
  return (
    <Columns>
      <Checkbox label="Kick now as well" hint="If the player is online." checked={isOn} onCheck={setOn} />
      <Checkbox label="All permissions" checked={false} mixed onCheck={() => {}} />
      <Checkbox label="Locked" checked disabled onCheck={() => {}} />
      <CheckboxGroup<Length> legend="Lengths" options={lengths} chosen={chosen} onChoose={setChosen} />
      <CheckboxGroup<Length>
        legend="None"
        problem="Choose at least one."
        options={lengths}
        chosen={[]}
        onChoose={() => {}}
      />
    </Columns>
  )
}

function ToggleStory() {
  const [isOn, setOn] = useState(true)
  return (
    <Columns>
      <Toggle name="AI" description="Animals without a player." on={isOn} onTurn={setOn} />
      <Toggle name="Off" on={false} onTurn={() => {}} />
      <Toggle name="In flight" on isBusy onTurn={() => {}} />
      <Toggle name="Whitelist" on={false} problem="The game refused: no list is set." onTurn={() => {}} />
      <Toggle name="Global chat" on disabled onTurn={() => {}} />
    </Columns>
  )
}

function SliderStory() {
  const [opacity, setOpacity] = useState(70)
  const common = { least: 30, most: 100, step: 10 }
  return (
    <Columns>
      <Slider {...common} label="Map opacity" value={opacity} valueLabel={`${opacity}%`} onValue={setOpacity} />
      <Slider {...common} label="Fixed opacity" disabled value={50} valueLabel="50%" onValue={() => {}} />
    </Columns>
  )
}

function FormStory() {
  const [text, setText] = useState('')
  const [days, setDays] = useState('')
  const [sent, setSent] = useState(0)
  return (
    <>
      <Form
        label="Ban"
        action="Ban the player"
        tone="danger"
        busyLabel={null}
        problem={sent === 1 ? 'The player has left. Submit again to ban them anyway.' : null}
        onSubmit={() => setSent(sent + 1)}
        onCancel={() => setText('')}
      >
        <Field label="Why" needed="Enter a reason." longest={40} value={text} onValue={setText} />
        <NumberField
          label="For days"
          needed="Enter the number of days."
          step={1}
          least={1}
          most={36_600}
          value={days}
          onValue={setDays}
        />
      </Form>
      <p role="status">{sent > 1 ? 'Banned.' : ''}</p>
    </>
  )
}
