import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Download, Ellipsis, UserX } from 'lucide-react'
import { useMay } from '../../api/account/session.ts'
import type { PersonSought } from '../../api/person/people.ts'
import { nameOf, useExportPerson } from '../../api/person/person-copies.ts'
import { ErasePerson } from './erase-person.tsx'

/** The menu in which admins and owners export or erase everything that is kept about a person. */
export function PersonActions({ sought }: { sought: PersonSought }) {
  const isAdmin = useMay('admin')
  const exportPerson = useExportPerson()
  const [isErasing, { open, close }] = useDisclosure()
  if (!isAdmin) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={exportPerson.isPending}
            aria-label={`Export or erase the data of ${nameOf(sought)}`}
          >
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => exportPerson.mutate(sought)}
          >
            Export everything
          </Menu.Item>
          <Menu.Item leftSection={<UserX size={16} aria-hidden />} color="red" onClick={open}>
            Erase…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isErasing && <ErasePerson sought={sought} close={close} />}
    </>
  )
}
