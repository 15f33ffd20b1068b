module clipmeter.io/e2e/cluster

go 1.24
