// health reads a JSON list of objects and prints the state that deployment tools derive from each: by the rules of kstatus, which
// Flux uses, or by a script of Argo CD.
//
//	health < objects.json
//	health SCRIPT < objects.json
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/cli-utils/pkg/kstatus/status"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	var objects []unstructured.Unstructured
	if err := json.NewDecoder(os.Stdin).Decode(&objects); err != nil {
		return err
	}
	state := byRules
	if len(arguments) == 1 {
		script, err := os.ReadFile(arguments[0])
		if err != nil {
			return err
		}
		state = func(object *unstructured.Unstructured) (string, error) { return byScript(string(script), object) }
	}
	for i := range objects {
		found, err := state(&objects[i])
		if err != nil {
			return fmt.Errorf("%s %s: %w", objects[i].GetKind(), objects[i].GetName(), err)
		}
		fmt.Println(found)
	}
	return nil
}

func byRules(object *unstructured.Unstructured) (string, error) {
	result, err := status.Compute(object)
	if err != nil {
		return "", err
	}
	return result.Status.String(), nil
}

// byScript runs the script with the libraries that Argo CD gives it.
func byScript(script string, object *unstructured.Unstructured) (string, error) {
	machine := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer machine.Close()
	for name, open := range map[string]lua.LGFunction{
		lua.BaseLibName: lua.OpenBase, lua.TabLibName: lua.OpenTable, lua.StringLibName: lua.OpenString,
	} {
		machine.Push(machine.NewFunction(open))
		machine.Push(lua.LString(name))
		machine.Call(1, 0)
	}
	machine.SetGlobal("obj", value(machine, object.Object))
	if err := machine.DoString(script); err != nil {
		return "", err
	}
	health, ok := machine.Get(-1).(*lua.LTable)
	if !ok {
		return "", errors.New("the script returned no table")
	}
	return health.RawGetString("status").String(), nil
}

// value converts what a JSON decoder returns.
func value(machine *lua.LState, from any) lua.LValue {
	switch it := from.(type) {
	case map[string]any:
		table := machine.NewTable()
		for key, one := range it {
			table.RawSetString(key, value(machine, one))
		}
		return table
	case []any:
		table := machine.NewTable()
		for _, one := range it {
			table.Append(value(machine, one))
		}
		return table
	case string:
		return lua.LString(it)
	case bool:
		return lua.LBool(it)
	case int64:
		return lua.LNumber(it)
	case float64:
		return lua.LNumber(it)
	default:
		return lua.LNil
	}
}
