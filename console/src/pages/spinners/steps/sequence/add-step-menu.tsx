import { ActionIcon, Button, Group, Menu, Text, ThemeIcon, Tooltip } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { Step } from '../../../../api/schema.ts'
import { stepTypes } from '../types/step-types.ts'

const types = Object.keys(stepTypes) as Step['type'][]

/** A menu of the step types with their descriptions. */
export function AddStepMenu({
  place,
  of,
  nests,
  onAdd,
}: {
  /**
   * The place of the new step in words, for users who do not see the line between the steps; omitted at the
   * end of a list.
   */
  place?: string
  /** The name of the branch at whose end the step is added; omitted for the pipeline. */
  of?: string
  /** Whether this menu offers branch and split steps. */
  nests: boolean
  onAdd: (type: Step['type']) => void
}) {
  return (
    // Keeps the menu visible when its button is scrolled away, because users of a small screen scroll to the
    // last step types.
    <Menu width={300} position="bottom" returnFocus hideDetached={false}>
      <Menu.Target>
        {place === undefined ? (
          <Button
            variant="default"
            data-add
            {...(of === undefined ? {} : { size: 'xs', 'aria-label': `Add a step to ${of}` })}
            leftSection={<Plus size={of === undefined ? 16 : 14} aria-hidden />}
          >
            Add a step
          </Button>
        ) : (
          <Tooltip label={`Add a step ${place}`}>
            <ActionIcon variant="default" radius="xl" size="md" aria-label={`Add a step ${place}`}>
              <Plus size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {types
          .filter((type) => nests || stepTypes[type].branching === null)
          .map((type) => {
            const { label, does, icon: Icon, color } = stepTypes[type]
            return (
              <Menu.Item key={type} onClick={() => onAdd(type)}>
                <Group wrap="nowrap" gap="sm">
                  <ThemeIcon variant="light" color={color} aria-hidden>
                    <Icon size={16} />
                  </ThemeIcon>
                  <div>
                    <Text size="sm" fw={600}>
                      {label}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {does}
                    </Text>
                  </div>
                </Group>
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
