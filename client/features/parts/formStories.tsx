import { Button } from '../../ui/Button.tsx'
import { Row, Story } from './Story.tsx'

/** The parts in which one writes, chooses and acts. */
export const FormStories = () => (
  <Story part="Button" about="Four tones, disabled, and with their action in flight.">
    <Row>
      {(['main', 'plain', 'danger', 'quiet'] as const).map((tone) => (
        <Row key={tone}>
          <Button tone={tone}>{tone}</Button>
          <Button tone={tone} disabled>
            disabled
          </Button>
          <Button tone={tone} busyLabel="Sending">
            busy
          </Button>
        </Row>
      ))}
    </Row>
  </Story>
)
