import { Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Check, Plus } from 'lucide-react'
import { useSwitchOrganization } from '../../api/account/memberships.ts'
import { profileQuery } from '../../api/account/profile.ts'
import { t } from '../../languages/text.ts'
import { roleWords } from '../../pages/team/role-words.ts'

/** The part of the user's menu that switches between the organizations of the person, and creates another one. */
export function OrganizationItems({
  onCreate,
}: {
  /** Gets true if a further organization requires an invitation of the operator. */
  onCreate: (needsInvitation: boolean) => void
}) {
  const { data } = useQuery(profileQuery)
  const navigate = useNavigate()
  const { mutate: change } = useSwitchOrganization(() => void navigate({ to: '/' }))
  if (data === undefined) return null
  const { organizations, mayCreateOrganization, mayCreateOrganizationByInvitation } = data
  const offersNew = mayCreateOrganization || mayCreateOrganizationByInvitation
  const hasSeveral = organizations.length > 1
  if (!hasSeveral && !offersNew) return null
  return (
    <>
      {hasSeveral && (
        <>
          <Menu.Label>{t('Organizations')}</Menu.Label>
          {organizations.map(({ id, name, role, isCurrent }) => (
            <Menu.Item
              key={id}
              aria-current={isCurrent ? 'true' : undefined}
              leftSection={isCurrent ? <Check size={16} aria-hidden /> : <span style={{ width: 16 }} />}
              onClick={() => isCurrent || change(id)}
            >
              <Text size="sm" truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed" tt="capitalize">
                {roleWords[role].label}
              </Text>
            </Menu.Item>
          ))}
        </>
      )}
      {offersNew && (
        <Menu.Item
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => onCreate(!mayCreateOrganization)}
        >
          {t('New organization…')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}
