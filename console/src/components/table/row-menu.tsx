import { ActionIcon, type ActionIconProps, Menu, type MenuProps } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A button with three dots at the end of a row, and its menu. The menu is added when the button is pressed for the
 * first time: 100 closed menus took 140 of the 300 ms in which a list of 100 rows was drawn.
 */
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
  const [isAdded, setAdded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  const add = () => {
    flushSync(() => setAdded(true))
    // Focuses the button, which was drawn again, because the menu gives the focus back to it when it closes.
    target.current?.focus()
    setOpen(true)
  }
  const look = { ...button, variant: 'subtle', color: 'gray', 'aria-label': label } as const
  const dots = <Ellipsis size={16} aria-hidden />
  if (!isAdded)
    return (
      <ActionIcon {...look} aria-haspopup="menu" aria-expanded={false} onClick={add}>
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
