/**
 * An SQL condition that leaves out test organizations. Their times are those of their own clocks, and none of
 * their messages can have left the service.
 */
export const isReal = (organization: string) =>
  `(select true from test_clocks c where c.organization_id = ${organization}) is null`
