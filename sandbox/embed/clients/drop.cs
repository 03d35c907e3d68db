// Client of check.sh in C#, with the generated P/Invoke binding: see drop.h.
using System;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Rockfall;

public static unsafe class Drop
{
    const int Rocks = 100, Steps = 300;
    static readonly double[] Box = {
        -0.6, -0.5, -0.4, 0.6, -0.5, -0.4, -0.6, 0.5, -0.4, 0.6, 0.5, -0.4,
        -0.6, -0.5, 0.4, 0.6, -0.5, 0.4, -0.6, 0.5, 0.4, 0.6, 0.5, 0.4 };
    static readonly uint[] BoxTriangles = {
        0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5 };
    static readonly double[] Tetrahedron = { 0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5 };
    static readonly uint[] TetrahedronTriangles = { 0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2 };
    static rf_ground ground;

    static void Check(rf_status status, rf_error error)
    {
        if (status != rf_status.RF_OK) throw new Exception("rockfall: " + Marshal.PtrToStringAnsi((IntPtr)error.text));
    }

    static void Sample(void* user, double* xy, uint count, rf_terrain_sample* result)
    {
        for (uint i = 0; i < count; ++i)
        {
            double x = xy[2 * i], y = xy[2 * i + 1];
            double p = x * 0.02, q = y * 0.04, scale = 1.0 / Math.Sqrt(1.0 + p * p + q * q);
            result[i].height = x * x * 0.01 + y * y * 0.02;
            result[i].normal[0] = -p * scale;
            result[i].normal[1] = -q * scale;
            result[i].normal[2] = scale;
            result[i].ground = ground;
            result[i].exists = 1;
        }
    }

    static IntPtr Cook(double[] points, uint[] triangles)
    {
        rf_error error;
        rf_rock_def def;
        UIntPtr bytes;
        void* rock;
        Check(Native.rf_init_rock_def(&def, (UIntPtr)sizeof(rf_rock_def)), new rf_error());
        fixed (double* corners = points)
        fixed (uint* faces = triangles)
        {
            def.points = (IntPtr)corners;
            def.point_count = (uint)points.Length / 3;
            def.triangles = (IntPtr)faces;
            def.triangle_count = (uint)triangles.Length / 3;
            Check(Native.rf_rock_memory(&def, &bytes, &error), error);
            long raw = (long)Marshal.AllocHGlobal((int)bytes + 64);  // until the end of the program
            Check(Native.rf_cook_rock(&def, (void*)(raw + 64 - raw % 64), bytes, &rock, &error), error);
        }
        return (IntPtr)rock;
    }

    public static void Main()
    {
        rf_error error;
        Check(Native.rf_check_abi(Native.LayoutHash, &error), error);
        fixed (rf_ground* at = &ground) Native.rf_init_ground(at, (UIntPtr)sizeof(rf_ground));
        ground.restitution_normal = 0.3;
        IntPtr* rocks = stackalloc IntPtr[2];
        rocks[0] = Cook(Box, BoxTriangles);
        rocks[1] = Cook(Tetrahedron, TetrahedronTriangles);
        rf_scene scene;
        Check(Native.rf_init_scene(&scene, (UIntPtr)sizeof(rf_scene)), new rf_error());
        scene.rocks = (IntPtr)rocks;
        scene.rock_count = 2;
        rf_terrain_sample_function sample = Sample;  // kept alive until the end of Main
        scene.terrain.sample = Marshal.GetFunctionPointerForDelegate(sample);
        scene.terrain.layer_height_max = scene.terrain.contact_drag_height_max = 0;
        scene.terrain.contact_drag_max = scene.terrain.uniform_beta = 0;
        Check(Native.rf_scene_check(&scene, &error), error);
        var states = new rf_state[Rocks];
        fixed (rf_state* first = states)
        {
            for (int i = 0; i < Rocks; ++i)
            {
                rf_state* s = first + i;
                Check(Native.rf_init_state(s, (UIntPtr)sizeof(rf_state)), new rf_error());
                s->rock = (uint)(i % 2);
                s->position[0] = (i % 10) * 1.5 - 7;
                s->position[1] = (i / 10) * 1.5 - 7;
                s->angular_velocity[0] = 1;
                s->angular_velocity[1] = i * 0.02;
                s->angular_velocity[2] = -0.5;
                Check(Native.rf_place_above_ground(&scene, s, 0.5 + i * 0.01, &error), error);
            }
            var watch = Stopwatch.StartNew();
            for (int i = 0; i < Steps; i += 50) Check(Native.rf_step_many(&scene, first, Rocks, 50, null, null), error);
            double nanoseconds = 1e9 * watch.Elapsed.TotalSeconds / (Rocks * Steps);
            Console.WriteLine("c#, {0:x16}, {1:F0}", Native.rf_hash_states(first, Rocks), nanoseconds);
        }
        GC.KeepAlive(sample);
    }
}
