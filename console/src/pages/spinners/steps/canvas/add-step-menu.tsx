import { ActionIcon, Button, Group, Menu, Text, ThemeIcon } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { Ref } from 'react'
import type { Step } from '../../../../api/schema.ts'
import { useAddedMenu } from '../../../../components/table/use-added-menu.ts'
import { t } from '../../../../languages/text.ts'
import { stepTypes } from '../types/step-types.ts'
import classes from './canvas.module.css'

const types = Object.keys(stepTypes) as Step['type'][]

interface Place {
  /**
   * The place of the new step in words, for users who do not see the line between the steps; omitted at the
   * end of a list.
   */
  readonly place?: string
  /** The name of the branch at whose end the step is added; omitted for the pipeline. */
  readonly of?: string
}

/** A menu of the step types with their descriptions. */
export function AddStepMenu({
  nests,
  onAdd,
  ...where
}: Place & {
  /** Whether this menu offers branch and split steps. */
  nests: boolean
  onAdd: (type: Step['type']) => void
}) {
  const { isAdded, isOpen, setOpen, target, adding } = useAddedMenu()
  if (!isAdded) return <AddButton {...where} {...adding} />
  return (
    // Keeps the menu visible when its button is scrolled away, because users of a small screen scroll to the
    // last step types.
    <Menu width={300} position="bottom" returnFocus hideDetached={false} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <AddButton ref={target} {...where} />
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

/** The button that opens the menu: with words at the end of a list, or only a plus between two steps. */
function AddButton({ place, of, ...button }: Place & { ref?: Ref<HTMLButtonElement>; onClick?: () => void }) {
  if (place === undefined)
    return (
      <Button
        {...button}
        variant="default"
        size="xs"
        data-add
        {...(of === undefined ? {} : { 'aria-label': t('Add a step to {of}', { of }) })}
        leftSection={<Plus size={14} aria-hidden />}
      >
        {t('Add a step')}
      </Button>
    )
  const label = t('Add a step {place}', { place })
  return (
    <ActionIcon
      {...button}
      className={classes['plus']}
      data-plus
      variant="default"
      radius="xl"
      size="sm"
      title={label}
      aria-label={label}
    >
      <Plus size={12} aria-hidden />
    </ActionIcon>
  )
}
