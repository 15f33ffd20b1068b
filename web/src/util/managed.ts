/** Name of the program outside the dashboard that manages an object, such as `argocd-controller`. */
export type Managed = { managed_by?: string | null }

/** Why an object cannot be changed here; undefined if it can. */
export function managedReason({ managed_by: manager }: Managed): string | undefined {
  return manager ? `Managed outside the dashboard (by ${manager}): change it there` : undefined
}
