// The clause that is being read, if any; one dialog for the whole client.

class Reading {
  id = $state('');

  open(id: string): void {
    this.id = id;
  }
  close(): void {
    this.id = '';
  }
}

export const reading = new Reading();
