import { Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { TakeAlong } from '../../../api/schema.ts'

const obstacles: Readonly<Record<TakeAlong['cannot'][number]['code'], string>> = {
  STEP_CHANGED: 'their step, or one before it, is another one now',
  AT_WORK: 'a runtime is at work on them at this moment; trying again in a moment helps',
  DATA_MISSING: 'this version requires data that the trigger of their job did not send',
  SAME_JOB: 'others of their job cannot, and a job goes on as a whole',
}

/** Whether those who are on the way go on by what is published now. */
export function PublishDialog({
  waiting: { canMove, cannot },
  onPublish,
  onClose,
}: {
  waiting: TakeAlong
  onPublish: (takeAlong: boolean) => void
  onClose: () => void
}) {
  const [choice, setChoice] = useState<'stay' | 'along'>('stay')
  const others = cannot.reduce((sum, { count }) => sum + count, 0)
  return (
    <Modal opened onClose={onClose} title="Publish" size="lg">
      <Stack gap="md">
        <Text size="sm">
          {peopleAre(canMove + others)} on the way in jobs of earlier versions. Jobs that start from now on
          run what you publish.
        </Text>
        <Radio.Group label="Those who are on the way" value={choice} onChange={setChoice}>
          <Stack gap="xs" mt="xs">
            <Radio value="stay" label="Go on as they began" description="By the version of their job." />
            <Radio
              value="along"
              disabled={canMove === 0}
              label={`Take them along (${canMove.toLocaleString('en')})`}
              description={
                canMove === 0
                  ? 'Nobody can go on by the new version.'
                  : 'They go on by the new version from the step where they are; nothing is sent twice.'
              }
            />
          </Stack>
        </Radio.Group>
        {cannot.length > 0 && (
          <div>
            <Text size="sm" fw={500}>
              {others.toLocaleString('en')} cannot, and go on as they began:
            </Text>
            <List size="sm" mt={4}>
              {cannot.map(({ code, count }) => (
                <List.Item key={code}>
                  {count.toLocaleString('en')}: {obstacles[code]}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button onClick={() => onPublish(choice === 'along')}>
            {choice === 'along' ? 'Publish and take them along' : 'Publish'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function peopleAre(count: number): string {
  return count === 1 ? 'One person is' : `${count.toLocaleString('en')} people are`
}
