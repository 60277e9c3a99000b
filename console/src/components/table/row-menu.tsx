import { ActionIcon, type ActionIconProps, Menu, type MenuProps } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAddedMenu } from './use-added-menu.ts'

/** A button with three dots at the end of a row, and its menu. */
export function RowMenu({
  label,
  width,
  children,
  ...button
}: Pick<MenuProps, 'width'> &
  Pick<ActionIconProps, 'loading' | 'size'> & {
    /** The accessible name of the button. */
    label: string
    /** The items of the menu. */
    children: ReactNode
  }) {
  const { isAdded, isOpen, setOpen, target, adding } = useAddedMenu()
  const look = { ...button, variant: 'subtle', color: 'gray', 'aria-label': label } as const
  const dots = <Ellipsis size={16} aria-hidden />
  if (!isAdded)
    return (
      <ActionIcon {...look} {...adding}>
        {dots}
      </ActionIcon>
    )
  return (
    <Menu
      position="bottom-end"
      opened={isOpen}
      onChange={setOpen}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>
        <ActionIcon ref={target} {...look}>
          {dots}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
